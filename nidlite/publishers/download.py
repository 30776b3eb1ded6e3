"""One file from a publisher's address, whole, or nothing.

With this module one can download an archive and keep the one file in it that is wanted
(`archives`). A transfer that is cut off, stalls, or brings more than was said in
advance ends in one line that says so, and leaves nothing behind.
"""

import tempfile
import time
from contextlib import contextmanager

from ..errors import InputError
from .archives import BLOCK, store

TIMEOUT = 30.0  # seconds without a byte


def fetch(url, path, wanted, timeout=TIMEOUT, progress=None):
    """Keep the wanted member of the archive at the address as the gzip file path.

    progress(step, done, total) counts bytes: "downloading", with the total that the
    server announces, or None; then "unpacking", with None. Raises InputError.
    """
    done = 0
    # A file without a name: even a killed process leaves nothing.
    with _writing(path), tempfile.TemporaryFile(dir=path.parent) as archive:
        for block, total in _transfer(url, wanted.most, timeout):
            archive.write(block)
            done += len(block)
            if progress:
                progress("downloading", done, total)
        store(archive, path, wanted, url, progress)


def _transfer(url, most, timeout):
    """(block, announced bytes or None) of what is at the address."""
    with _network(url, timeout), _open(url, timeout) as answer:
        if answer.status != 200:  # 202, 204: a page without a file
            raise InputError(f"{url}: the server answers {answer.status}, not a file")
        done, total = 0, answer.length
        if total is not None and total > most:
            raise InputError(
                f"{url}: the server announces {total:,} bytes; expected at most "
                f"{most:,}"
            )
        while done != total and (block := answer.read1(BLOCK)):
            done += len(block)
            if done > most:
                raise InputError(f"{url}: more than the {most:,} bytes expected")
            yield block, total
    if total is not None and done < total:
        raise InputError(f"{url}: broke off after {done:,} of {total:,} bytes")


def _open(url, timeout):
    """The server's answer to a request for the address, redirects followed."""
    from urllib.request import Request, urlopen  # here: it is slow to import

    # Some publishers refuse Python's own name.
    return urlopen(Request(url, headers={"User-Agent": "nidlite"}), timeout=timeout)


@contextmanager
def _network(url, timeout):
    """What is wrong with the network or the server, as one line."""
    from http.client import HTTPException
    from urllib.error import HTTPError

    try:
        yield
        return
    except HTTPError as error:
        error.close()
        reason = f"the server answers {error.code} {error.reason}"
    except (OSError, HTTPException) as error:
        error = getattr(error, "reason", error)  # URLError wraps another one
        if isinstance(error, TimeoutError):
            reason = f"nothing came for {timeout:g} s"
        else:
            error = getattr(error, "strerror", None) or error
            reason = f"the connection failed ({error})"
    raise InputError(f"{url}: {' '.join(reason.split())}")


@contextmanager
def _writing(path):
    """A full disk and the like, as one line."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"cannot write to the folder {path.parent} ({error.strerror or error})"
        ) from None


def shown_on(status):
    """The progress of fetch on a printing.Status, some times a second at most."""

    def progress(step, done, total):
        every = 0.2 if status.live else status.every
        if status.told is None or time.monotonic() - status.told >= every:
            of = f" of {total / 1e6:.1f}" if total else ""
            status.write(f"{step} {status.what}: {done / 1e6:.1f}{of} MB")

    return progress
