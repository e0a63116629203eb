"""The wire: frames, one socket per page, and one pulse for all of them."""
