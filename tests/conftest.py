"""Before any test imports NumPy: one BLAS thread, which is enough for small matrices.

More threads only wait for one another when other processes keep the cores busy.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
