"""Work is done by joblib's Parallel and kept by its Memory, each result whole."""

import signal
import time
from importlib.metadata import version

from .. import __version__
from ..baselines.products import borrowed
from ..errors import InputError
from ..notebook.progress import Status

VERSIONS = f"nidlite {__version__}, numpy {version('numpy')}, autograd "
VERSIONS += version("autograd")
VERSION = f"4: {VERSIONS}"  # a new number with each change of what a training gives
USER = "nidlite reproduce"


# Change no letter of it without need: joblib then forgets all that is kept.
def result(function, arguments, given, version):
    """function(*arguments, *given), and its `seconds`; kept by all but `given`."""
    if version != VERSION:
        raise InputError("a worker has other versions of nidlite, NumPy or autograd")
    started = time.process_time()
    made = function(*arguments, *given)
    made.seconds = time.process_time() - started
    return made


class Work:
    """Does calls in parallel, and keeps what they give."""

    def __init__(self, folder):
        self.joblib = borrowed("joblib", USER)
        memory = self.joblib.Memory(folder, verbose=0, compress=1)
        self.kept = memory.cache(result, ignore=["given"])
        self.seconds = 0.0  # of the processor, of all that was asked for

    def each(self, function, cases, given=None) -> list:
        """function(*case, given) of each case; given may be its trained network."""
        more = [()] * len(cases) if given is None else [(network,) for network in given]
        calls = [(function, case, extra, VERSION) for case, extra in zip(cases, more)]
        new = [k for k, c in enumerate(calls) if not self.kept.check_call_in_cache(*c)]
        made = dict(zip(new, [*self.make([calls[k] for k in new])])) if new else {}
        done = [made.get(k) or self.kept(*call) for k, call in enumerate(calls)]
        self.seconds += sum(one.seconds for one in done)
        return done

    def make(self, calls):
        """Yield what the calls give: the workers make it, and keep each at once."""
        parallel = self.joblib.Parallel(return_as="generator", max_nbytes=None)
        with Status(every=60) as status:
            try:
                # The workers start here, and do not hear Ctrl-C: it is the command's.
                handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
                try:
                    made = parallel(self.joblib.delayed(self.kept)(*c) for c in calls)
                finally:
                    signal.signal(signal.SIGINT, handler)
                for k, one in enumerate(made, 1):
                    words = f"{calls[0][0].__name__}: {k} of {len(calls)}"
                    status.tell(words, last=k == len(calls))
                    yield one
            except InputError:
                raise
            except Exception as error:  # in a training, or of a worker that was killed
                words = f"{type(error).__name__}: {' '.join(str(error).split())}"
                remedy = "finished trainings are kept: run the same command again"
                raise InputError(f"{words}; {remedy}") from error


def workers(jobs, scheduler=None):
    """A block in which Work is done by so many processes, or by a Dask cluster."""
    config = borrowed("joblib", USER).parallel_config
    if scheduler is None:
        return config(backend="loky", n_jobs=jobs)
    try:
        client = borrowed("distributed", USER).Client(scheduler, timeout=20)
        return config(backend="dask", client=client)
    except (OSError, ValueError) as error:
        line = f"no Dask scheduler answers at {scheduler} ({error}); give the address"
        raise InputError(f"{line} that `dask scheduler` prints") from None
