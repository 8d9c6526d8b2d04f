"""What the project promises, checked."""
