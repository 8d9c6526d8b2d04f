"""How news reaches people: by mail, by calls to webhooks, and by whom it is kept back."""
