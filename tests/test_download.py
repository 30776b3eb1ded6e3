"""One file from an address, checked: the right one, or an empty folder and one line.

Everything comes from a server on the loopback address.
"""

import gzip
import hashlib
import io
import os
import random
import socket
import threading
import time
from pathlib import Path
from urllib.request import urlopen

import publisher
import pytest
from publisher import (
    ARCHIVES,
    chunked,
    dripping,
    status,
    tar_of,
    unannounced,
    whole,
    with_password,
    zip_of,
)

from nidlite import InputError, printing
from nidlite.publishers import download
from nidlite.publishers.archives import Wanted, sha256, store
from nidlite.publishers.download import fetch

NAME, HEADER = "table.data", b"a,b,y\n"
# More than the 64 kB that are read at a time, and hard to compress.
MEMBER = b"".join(
    hashlib.sha256(b"%d" % i).digest().hex().encode() for i in range(3000)
)
MOST = 4 * len(MEMBER)
WANTED = Wanted(NAME, hashlib.sha256(HEADER + MEMBER).hexdigest(), MOST, HEADER)
TGZ = ARCHIVES["tgz"](NAME, MEMBER)
ZEROS = bytes(MOST + 1)  # they pack into a thousandth


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture(scope="module")
def server():
    with publisher.serving() as (address, pages, asked):
        yield address, pages, asked


@pytest.fixture
def url_of(server):
    """A page's address, after putting it on the server."""
    address, pages, _ = server

    def put(page, path="/table.tgz"):
        pages[path] = page
        return address + path

    return put


@pytest.fixture
def path(tmp_path):
    """Where the file is to be, in an empty folder of its own."""
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "table.csv.gz"


def is_kept(path):
    """Whether the right file stands there, alone."""
    return gzip.decompress(path.read_bytes()) == HEADER + MEMBER and alone(path)


def alone(path):
    return os.listdir(path.parent) == [path.name]


def problem(url, path, wanted=WANTED, how=fetch, **options):
    """The one line of the InputError, after which the folder must be empty."""
    with pytest.raises(InputError) as caught:
        how(url, path, wanted, **options)
    message = str(caught.value)
    assert os.listdir(path.parent) == []
    assert "\n" not in message and (how is not fetch or url in message)
    return message


# --- the right file ------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARCHIVES)
def test_the_member_of_any_archive_is_kept_below_its_header(kind, url_of, path):
    fetch(url_of(whole(ARCHIVES[kind](NAME, MEMBER))), path, WANTED)
    assert is_kept(path)


@pytest.mark.parametrize("kind", ARCHIVES)
def test_a_member_that_has_its_header_gets_no_second_one(kind, url_of, path):
    fetch(url_of(whole(ARCHIVES[kind](NAME, HEADER + MEMBER))), path, WANTED)
    assert is_kept(path)


def test_what_is_kept_has_no_name_and_no_time_and_others_may_read_it(url_of, path):
    url = url_of(whole(TGZ))
    fetch(url, path, WANTED)
    first = path.read_bytes()
    # RFC 1952: flags (no name) and four bytes of time.
    assert first[:8] == b"\x1f\x8b\x08\0\0\0\0\0"
    assert path.stat().st_mode & 0o444 == 0o444
    fetch(url, path, WANTED)
    assert path.read_bytes() == first


@pytest.mark.parametrize("page", [unannounced, chunked])
def test_a_length_need_not_be_announced(page, url_of, path):
    seen = []
    fetch(url_of(page(TGZ)), path, WANTED, progress=lambda *step: seen.append(step))
    assert is_kept(path)
    assert ("downloading", len(TGZ), None) in seen


def test_redirects_are_followed(url_of, path):
    url_of(whole(TGZ), "/there")
    for code in (301, 302, 303, 307):
        fetch(url_of(status(code, "/there")), path, WANTED)
        assert is_kept(path)
        path.unlink()


def test_drips_are_waited_for_and_progress_is_told(url_of, path):
    # Each pause is far below the limit, their sum above it.
    url, steps = url_of(dripping(TGZ, pieces=8, pause=0.1)), []
    start = time.monotonic()
    fetch(url, path, WANTED, 0.6, lambda *step: steps.append(step))
    assert time.monotonic() - start > 0.6 and is_kept(path)
    loads = [(done, total) for step, done, total in steps if step == "downloading"]
    assert len(loads) >= 8 and loads == sorted(loads)
    assert loads[-1] == (len(TGZ), len(TGZ))
    assert steps[-1] == ("unpacking", len(HEADER + MEMBER), None)


def test_while_it_downloads_the_folder_shows_no_file(url_of, path):
    if os.name == "nt":
        pytest.skip("Windows has no files without a name")
    seen = []

    def progress(step, done, total):
        if step == "downloading":
            seen.extend(os.listdir(path.parent))

    fetch(url_of(whole(TGZ)), path, WANTED, progress=progress)
    assert seen == [] and is_kept(path)


def test_two_downloads_at_the_same_time_do_no_harm(url_of, path):
    url, meet, errors = url_of(whole(TGZ)), threading.Barrier(2, timeout=20), []

    def progress(step, done, total):
        if step == "unpacking" and done == len(HEADER + MEMBER):
            meet.wait()  # both have everything, neither has renamed

    def run():
        try:
            fetch(url, path, WANTED, progress=progress)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [] and is_kept(path)


# --- the network and the server ------------------------------------------------------


def test_a_transfer_that_is_cut_leaves_nothing(url_of, path):
    message = problem(url_of(whole(TGZ[:-100], announced=len(TGZ))), path)
    assert f"broke off after {len(TGZ) - 100:,} of {len(TGZ):,} bytes" in message


def test_a_cut_that_no_length_gives_away_leaves_nothing(url_of, path):
    assert "damaged or incomplete" in problem(url_of(unannounced(TGZ[:-100])), path)
    problem(url_of(chunked(TGZ[:-100], end=False)), path)
    bare = url_of(unannounced(MEMBER[:-100]))
    assert "is not the file expected" in problem(bare, path)


def naive(url, path, wanted):
    """A downloader without care: straight into place, checked afterwards."""
    with urlopen(url) as answer, gzip.open(path, "wb") as file:
        file.write(wanted.header + answer.read())
    if sha256(path, wanted.most) != wanted.sha256:
        raise InputError("wrong checksum")


def test_the_check_for_nothing_left_rejects_a_download_straight_into_place(
    url_of, path
):
    naive(url_of(whole(MEMBER)), path, WANTED)
    assert is_kept(path)
    path.unlink()
    with pytest.raises(AssertionError):
        problem(url_of(unannounced(MEMBER[:-100])), path, how=naive)


def test_a_stalled_connection_ends_after_the_timeout(url_of, path):
    leave = threading.Event()

    def stalls(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(TGZ)))
        handler.end_headers()
        handler.wfile.write(TGZ[:1000])
        handler.wfile.flush()
        leave.wait(20)

    try:
        message = problem(url_of(stalls), path, timeout=0.3)
    finally:
        leave.set()
    assert "nothing came for 0.3 s" in message


def test_a_server_that_never_answers_ends_after_the_timeout(path):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/table.tgz"
        assert "nothing came for 0.3 s" in problem(url, path, timeout=0.3)


def test_no_server_there_is_said(path):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]  # free again below
    message = problem(f"http://127.0.0.1:{port}/table.tgz", path)
    assert "the connection failed" in message


def test_a_server_that_speaks_no_http_is_said(url_of, path):
    url = url_of(lambda handler: handler.wfile.write(b"220 hello\r\n\r\n"))
    assert "the connection failed" in problem(url, path)


@pytest.mark.parametrize("code", [202, 204, 404, 403, 500, 503])
def test_a_status_that_brings_no_file_is_said(code, url_of, path):
    assert f"the server answers {code}" in problem(url_of(status(code)), path)


def test_a_redirect_in_a_circle_or_to_nowhere_is_said(url_of, path):
    assert "302" in problem(url_of(status(302, "/table.tgz")), path)
    assert "404" in problem(url_of(status(302, "/nowhere")), path)


def test_more_than_the_limit_is_not_taken(url_of, path):
    noise = os.urandom(MOST + 1)
    message = problem(url_of(unannounced(noise)), path)
    assert f"more than the {MOST:,} bytes expected" in message
    taken = []
    url = url_of(whole(noise))
    message = problem(url, path, progress=lambda *step: taken.append(step))
    assert f"announces {MOST + 1:,} bytes" in message and taken == []


@pytest.mark.parametrize("step", ["downloading", "unpacking"])
@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_in_the_middle_leaves_nothing(step, stop, url_of, path):
    def progress(now, done, total):
        if now == step and done > 100_000:
            raise stop

    url = url_of(whole(TGZ))
    assert len(TGZ) > 100_000
    with pytest.raises(stop):
        fetch(url, path, WANTED, progress=progress)
    assert os.listdir(path.parent) == []


def test_a_failure_leaves_the_old_file_as_it_was(url_of, path):
    path.write_bytes(b"old")
    half = TGZ[: len(TGZ) // 2]
    for page in (status(404), whole(half, len(TGZ)), whole(half), whole(b"")):
        with pytest.raises(InputError):
            fetch(url_of(page), path, WANTED)
        assert path.read_bytes() == b"old" and alone(path)


def test_a_folder_that_cannot_be_written_to_is_said(url_of, path):
    with pytest.raises(InputError, match="cannot write to the folder .*missing"):
        fetch(url_of(whole(TGZ)), path.parent / "missing" / "x.gz", WANTED)


def test_a_full_disk_is_said_and_leaves_nothing(url_of, path, monkeypatch):
    class Full:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def write(self, block):
            raise OSError(28, "No space left on device")

    temporary = download.tempfile.TemporaryFile
    monkeypatch.setattr(
        download.tempfile, "TemporaryFile", lambda **where: Full(temporary(**where))
    )
    with pytest.raises(InputError, match=r"cannot write .*\(No space left on device"):
        fetch(url_of(whole(TGZ)), path, WANTED)
    assert os.listdir(path.parent) == []


# --- archives ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ARCHIVES)
def test_another_content_is_not_kept(kind, url_of, path):
    other = MEMBER[:-1] + b"\n"
    message = problem(url_of(whole(ARCHIVES[kind](NAME, other))), path)
    found = hashlib.sha256(HEADER + other).hexdigest()
    assert found in message and WANTED.sha256 in message


@pytest.mark.parametrize("pack", [tar_of, zip_of])
def test_an_archive_without_the_member_is_said(pack, url_of, path):
    message = problem(url_of(whole(pack({"a/other.txt": b"1", "b": b"2"}))), path)
    assert f"no {NAME} in this archive; it has 'a/other.txt', 'b'" in message
    # A name that only ends in the same letters is another file.
    problem(url_of(whole(pack({f"my{NAME}": MEMBER}))), path)


@pytest.mark.parametrize(
    "bomb",
    [
        gzip.compress(ZEROS),
        tar_of({NAME: ZEROS}),
        tar_of({"before.txt": ZEROS, NAME: MEMBER}),
        zip_of({NAME: ZEROS}),
    ],
    ids=["gz", "tar", "tar before the member", "zip"],
)
def test_an_archive_that_unpacks_into_too_much_is_stopped(bomb, url_of, path):
    assert len(bomb) < MOST / 5
    assert f"holds more than {MOST:,} bytes" in problem(url_of(whole(bomb)), path)


EVIL = ["../../x", "../x", "/x", "a/../../x", "..\\x", "C:\\x", ".bashrc"]


def files_outside(folder, root):
    return [f for f in root.rglob("*") if f.is_file() and folder not in f.parents]


@pytest.mark.parametrize("pack", [tar_of, zip_of])
def test_no_path_in_an_archive_is_ever_written_to(pack, url_of, path, tmp_path):
    # The names stand beside the member, and are its own folders.
    members = {name: b"evil" for name in EVIL} | {f"../../{NAME}": MEMBER}
    fetch(url_of(whole(pack(members))), path, WANTED)
    assert is_kept(path) and files_outside(path.parent, tmp_path) == []
    path.unlink()
    for name in (f"/{NAME}", f"..\\..\\{NAME}", f"{tmp_path}/{NAME}"):
        fetch(url_of(whole(pack({name: MEMBER}))), path, WANTED)
        assert is_kept(path) and files_outside(path.parent, tmp_path) == []


def test_the_check_for_files_outside_sees_one(path, tmp_path):
    (path.parent / "../x").write_bytes(b"evil")
    assert files_outside(path.parent, tmp_path) == [tmp_path / "x"]


def test_a_link_in_an_archive_is_not_followed(url_of, path, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(MEMBER)
    only = tar_of({}, links=[(NAME, str(secret))])
    assert f"no {NAME} in this archive" in problem(url_of(whole(only)), path)
    fetch(url_of(whole(tar_of({NAME: MEMBER}, links=[(NAME, "/x")]))), path, WANTED)
    assert is_kept(path)


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]


@pytest.mark.parametrize(
    "archive",
    [
        TGZ[: len(TGZ) // 2],
        TGZ[:20],
        flipped(gzip.compress(MEMBER), -5),
        flipped(gzip.compress(MEMBER), 3),
        gzip.compress(MEMBER)[:-9],
        gzip.compress(tar_of({NAME: MEMBER}, "w")[:-50_000]),
        flipped(zip_of({NAME: MEMBER}), 5000),
        zip_of({NAME: MEMBER})[:-30],
        with_password(zip_of({NAME: MEMBER})),
        zip_of({NAME: MEMBER})[:4],
    ],
)
def test_a_damaged_archive_is_said(archive, url_of, path):
    assert "damaged or incomplete" in problem(url_of(whole(archive)), path)


def test_any_bytes_are_refused_without_a_trace(url_of, path):
    starts = [b"", b"\x1f\x8b", b"\x1f\x8b\x08\0", b"PK\3\4", b"PK\5\6", b"\0" * 512]
    for start in starts:
        problem(url_of(whole(start + os.urandom(700))), path)
    problem(url_of(whole(b"")), path)


def mangled(content, rng):
    """The content with a few bytes changed, left out or put in, most near its ends."""
    content = bytearray(content)
    for _ in range(rng.choice([1, 1, 2, 5, 20])):
        place = rng.choice([rng.randrange(400), -1 - rng.randrange(120)])
        place = rng.choice([place, rng.randrange(len(content))])
        change = rng.randrange(10)
        if change < 8:
            content[place % len(content)] = rng.randrange(256)
        elif change == 8:
            del content[place : place + rng.randrange(50)]
        else:
            content[place:place] = rng.randbytes(8)
    return bytes(content)


def test_a_mangled_archive_gives_the_right_file_or_an_input_error(path):
    rng, kept, refused = random.Random(0), 0, 0
    member = MEMBER[:5000]
    wanted = Wanted(NAME, hashlib.sha256(member).hexdigest(), 20_000)
    whole_ones = [pack(NAME, member) for pack in ARCHIVES.values()]
    whole_ones.append(tar_of({"before" * 40: b"1", NAME: member}, "w"))
    for _ in range(800):
        archive = mangled(rng.choice(whole_ones), rng)
        archive = gzip.compress(archive, 1) if rng.random() < 0.3 else archive
        try:
            store(io.BytesIO(archive), path, wanted, "archive")
        except InputError as error:
            assert "archive" in str(error) and "\n" not in str(error)
            refused += 1
        else:
            assert gzip.decompress(path.read_bytes()) == member
            path.unlink()
            kept += 1
        assert os.listdir(path.parent) == []
    # The changes hit what matters and what does not.
    assert refused > 400 and kept > 40


def test_an_archive_on_the_disk_is_kept_in_the_same_way(path, tmp_path):
    (tmp_path / "table.tgz").write_bytes(TGZ)
    with open(tmp_path / "table.tgz", "rb") as file:
        store(file, path, WANTED, "table.tgz")
    assert is_kept(path)


def test_the_checksum_is_that_of_the_content_and_has_the_same_limit(path):
    path.write_bytes(gzip.compress(MEMBER, 1))
    assert sha256(path, MOST) == hashlib.sha256(MEMBER).hexdigest()
    with pytest.raises(InputError, match="holds more than 10 bytes"):
        sha256(path, 10)
    path.write_bytes(b"no gzip")
    with pytest.raises(InputError, match=r"table.csv.gz is damaged or incomplete"):
        sha256(path, MOST)


# --- what is shown -------------------------------------------------------------------


def lines_shown(live, monkeypatch, tmp_path):
    """What 50 steps, 0.1 s apart, write."""
    now = [0.0]
    monkeypatch.setattr(printing.time, "monotonic", lambda: now[0])
    with open(tmp_path / "log", "w+") as stream:
        status = printing.Status("table", 0, stream)
        status.live = live
        show = download.shown_on(status)
        for k in range(1, 51):
            now[0] += 0.1
            show("downloading", k * 100_000, 5_000_000)
        status.done()
        stream.seek(0)
        return Path(stream.name).read_text().replace("\r", "\n").split()


def test_a_terminal_is_told_often_and_a_log_rarely(monkeypatch, tmp_path):
    live = lines_shown(True, monkeypatch, tmp_path)
    assert 20 <= live.count("downloading") <= 26
    assert live[:6] == ["downloading", "table:", "0.1", "of", "5.0", "MB"]
    assert lines_shown(False, monkeypatch, tmp_path).count("downloading") == 1
