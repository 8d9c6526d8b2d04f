"""The API's operations, one blueprint a file, and the shapes of what they take."""
