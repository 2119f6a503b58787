"""The checker of shapes and types that runs in all tests: beartype, with int accepted for float as in PEP 484."""

from beartype import BeartypeConf, beartype

checker = beartype(conf=BeartypeConf(is_pep484_tower=True))
