"""Studies: what a rule does, measured, with intervals; split by seeds, stopped, resumed and extended at will."""
