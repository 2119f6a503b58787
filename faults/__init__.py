"""Kills at random moments, full disks, read-only folders, two processes at once, lost workers: what must survive them.

`python -m faults` runs the real commands in processes of their own, breaks them, looks at what is left on disk, lets
them go on, and compares what they give in the end with what an undisturbed run gives.
"""
