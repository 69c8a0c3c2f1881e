"""A server that receives notifications, responds to validation requests, correctly or not, and records what it receives."""

import json
import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

TIMEOUT_SECONDS = 30


class Receiver:
    """`/echo` and `/lifecycle` respond as Graph requires, `/wrong` with another text, `/fail` with 500."""

    def __enter__(self):
        self.validations = []
        self.notifications = queue.Queue()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (NotificationHandler,), {"receiver": self}))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def url(self, path):
        return f"http://127.0.0.1:{self.server.server_port}{path}"

    def wait_for(self, **fields):
        """The next notification with these values. The order is not guaranteed, so others may come first."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        others = []
        while (left := deadline - time.monotonic()) > 0:
            try:
                notification = self.notifications.get(timeout=left)
            except queue.Empty:
                break
            if all(notification.get(name) == value for name, value in fields.items()):
                return notification
            others.append(notification)
        raise AssertionError(f"no notification with {fields} in {TIMEOUT_SECONDS} s, only {others}")


class NotificationHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        target = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        query = parse_qs(target.query)
        if "validationToken" in query:
            self.validate(target.path, query, body)
        else:
            for notification in json.loads(body)["value"]:
                self.receiver.notifications.put({**notification, "path": target.path, "query": query})
            self.respond(202, "")

    def validate(self, path, query, body):
        self.receiver.validations.append(
            {"path": path, "query": query, "type": self.headers.get("Content-Type", ""), "body": body}
        )
        if path == "/wrong":
            self.respond(200, "OK")
        elif path == "/fail":
            self.respond(500, "")
        else:
            self.respond(200, query["validationToken"][0])

    def respond(self, status, text):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass
