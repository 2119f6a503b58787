"""A fuzzer for everything that takes input from outside: `make fuzz MINUTES=5`.

A case is a target and a number, nothing else: `python -m fuzz --target png --case 17` repeats one. It ends in a result
that keeps its contract, or in one of the package's own errors; anything else is a bug and is kept in a file.
"""
