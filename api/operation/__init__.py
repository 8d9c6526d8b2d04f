"""What keeps the service going: the clock's work, an operator's commands, and what is checked."""
