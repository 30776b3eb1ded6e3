"""A publisher's server on the loopback address, as good or bad as a test wants it."""

import gzip
import io
import tarfile
import threading
import time
import zipfile
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def serving():
    """(address, pages, asked): pages[path] = function(handler) answers a GET.

    asked lists the paths that were asked for.
    """
    pages, asked = {}, []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            try:
                pages.get(self.path, status(404))(self)
            except OSError:  # the client has left
                pass

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", pages, asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def whole(content, announced=None):
    """The content; announced as longer it is cut off."""

    def page(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(announced or len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    return page


def unannounced(content):
    """The content without its length."""

    def page(handler):
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(content)

    return page


def chunked(content, end=True):
    """The content as one chunk; without an end it is cut off."""

    def page(handler):
        handler.protocol_version = "HTTP/1.1"
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"%x\r\n" % len(content) + content + b"\r\n")
        handler.wfile.write(b"0\r\n\r\n" if end else b"ff\r\n")
        handler.close_connection = True

    return page


def dripping(content, pieces, pause):
    """The content in equal pieces with pauses between them."""

    def page(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        size = -(-len(content) // pieces)
        for start in range(0, len(content), size):
            handler.wfile.write(content[start : start + size])
            handler.wfile.flush()
            time.sleep(pause)

    return page


def status(code, location=None):
    """No file, but this status."""

    def page(handler):
        handler.send_response(code)
        if location:
            handler.send_header("Location", location)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return page


def tar_of(members, mode="w:gz", links=()):
    """A tar archive of {name: content} and of symbolic links (name, target)."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode=mode) as pack:
        for name, target in links:
            entry = tarfile.TarInfo(name)
            entry.type, entry.linkname = tarfile.SYMTYPE, target
            pack.addfile(entry)
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            pack.addfile(entry, io.BytesIO(content))
    return file.getvalue()


def zip_of(members):
    """A zip archive of {name: content}."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in members.items():
            pack.writestr(name, content)
    return file.getvalue()


def with_password(archive):
    """A zip archive of one member that claims to be encrypted."""
    changed = bytearray(archive)
    changed[6] |= 1
    changed[changed.index(b"PK\1\2") + 8] |= 1
    return bytes(changed)


ARCHIVES = {
    "tgz": lambda name, content: tar_of({f"folder/{name}": content}),
    "tar": lambda name, content: tar_of({f"folder/{name}": content}, "w"),
    "zip": lambda name, content: zip_of({f"folder/{name}": content}),
    "gz": lambda name, content: gzip.compress(content),
    "bare": lambda name, content: content,
}
