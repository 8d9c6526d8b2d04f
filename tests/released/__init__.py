"""What was promised: the API's description as last released, and whether another one still keeps that promise."""
