"""What becomes of a game: who sits where, what is asked until when, what is put, and what people are to be told."""
