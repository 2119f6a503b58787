"""The methods that the paper compares itself with, each in a file of its own, from its own paper."""
