"""The rules of the games: pure, without web, clock or global chance."""
