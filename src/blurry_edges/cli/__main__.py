"""`python -m blurry_edges.cli`, the same as the `blurry-edges` script."""

import sys

from blurry_edges.cli import main

sys.exit(main())
