"""Laws that hold at every moment of every game, checked over random playouts."""
