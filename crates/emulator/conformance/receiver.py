"""A server that receives notifications: responds to the validation, correctly or not, and records what it receives."""

import json
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

PATIENCE_SECONDS = 30


class Receiver:
    """`/echo` and `/lifecycle` respond as Graph requires, `/wrong` with another text, `/refuse` with 500."""

    def __enter__(self):
        self.handshakes = []
        self.told = queue.Queue()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Door", (Door,), {"receiver": self}))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    def wait_for(self, **fields):
        """The next notification with these values. Others may come in between: the order is not guaranteed."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        passed = []
        while (left := deadline - time.monotonic()) > 0:
            try:
                note = self.told.get(timeout=left)
            except queue.Empty:
                break
            if all(note.get(name) == value for name, value in fields.items()):
                return note
            passed.append(note)
        raise AssertionError(f"no notification with {fields} in {PATIENCE_SECONDS} s, only {passed}")


class Door(BaseHTTPRequestHandler):
    def do_POST(self):
        where = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        query = parse_qs(where.query)
        if "validationToken" in query:
            self.handshake(where.path, query, body)
        else:
            for note in json.loads(body)["value"]:
                self.receiver.told.put({**note, "path": where.path, "query": query})
            self.answer(202, "")

    def handshake(self, path, query, body):
        self.receiver.handshakes.append(
            {"path": path, "query": query, "type": self.headers.get("Content-Type", ""), "body": body}
        )
        if path == "/wrong":
            self.answer(200, "OK")
        elif path == "/refuse":
            self.answer(500, "")
        else:
            self.answer(200, query["validationToken"][0])

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass
