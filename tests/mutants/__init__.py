"""Faults that are put into the program on purpose, by function and module, each to see that a law or a test finds it.

`python -m tests.mutants` plays what must find each of them, and says which are found. `faults` are the faults,
`__main__` the runner, `plugin` plants one under a test of pytest's.
"""
