"""Tables: seats, who may do what, the log; their store and their bus."""
