"""The referee: pure rules, no input or output, no clock."""
