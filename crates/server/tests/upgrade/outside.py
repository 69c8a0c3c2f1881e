"""What an installation needs around it: the programs it runs beside, and the services its workflows call."""

import collections
import json
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

MAIL_SERVER = Path(__file__).resolve().parents[3] / "testkit" / "mail-server.py"
DEADLINE_SECONDS = 120

# Proxies of the environment must not see calls to this machine.
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def until(what, holds):
    """Polls until it holds; the result is what `holds` returned."""
    deadline = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < deadline:
        found = holds()
        if found:
            return found
        time.sleep(0.05)
    sys.exit(f"{what}: not within {DEADLINE_SECONDS} s")


def call(method, url, body=None, headers=None):
    """One HTTP request; returns the parsed response, and stops the script on a status of 400 or more."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} | (headers or {})
    try:
        with opener.open(urllib.request.Request(url, data, headers, method=method), timeout=30) as response:
            text = response.read()
            return json.loads(text) if text else None, response.headers
    except urllib.error.HTTPError as error:
        sys.exit(f"{method} {url}: {error.code} {error.read().decode()}")


class Program:
    """A process of the old binary."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)

    def first_line(self):
        return self.process.stdout.readline().strip()

    def terminate(self):
        self.process.terminate()
        self.process.wait()

    def kill(self):
        """SIGKILL: nothing is finished, given back or flushed."""
        self.process.kill()
        self.process.wait()


class Emulator(Program):
    """The old binary's own Graph emulator."""

    def __init__(self, binary, port):
        super().__init__([binary, "graph-emulator", "--port", str(port)], stderr=subprocess.DEVNULL)
        self.url = f"http://127.0.0.1:{port}"
        self.first_line()

    def control(self, method, path, body=None):
        return call(method, f"{self.url}/_emulator{path}", body)[0]

    def deliver(self, mailbox, message):
        """Returns the message's immutable id."""
        return self.control("POST", f"/mailboxes/{mailbox}/deliver", message)["id"]

    def use_up_delta_links(self, mailbox, count):
        """Moves the numbers of delta links on, so that an emulator that starts anew does not know those of this one."""
        form = "grant_type=client_credentials&client_id=a&client_secret=b&scope=https://graph.microsoft.com/.default"
        request = urllib.request.Request(f"{self.url}/contoso.com/oauth2/v2.0/token", form.encode())
        with opener.open(request) as response:
            token = json.load(response)["access_token"]
        for _ in range(count):
            url = f"{self.url}/v1.0/users/{mailbox}/mailFolders/inbox/messages/delta"
            call("GET", url, headers={"authorization": f"Bearer {token}"})


class MailServer:
    """The tests' mail server. It takes mail to hanging@... without acknowledging it, unless it was released."""

    def __init__(self, folder):
        self.file = folder / "mail.jsonl"
        command = ["/usr/bin/python3", str(MAIL_SERVER), str(self.file)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = f"smtp://127.0.0.1:{self.process.stdout.readline().strip()}"

    def mails(self):
        return [json.loads(line) for line in self.file.read_text().splitlines()] if self.file.exists() else []

    def release(self):
        Path(f"{self.file}.go").touch()

    def hang(self):
        Path(f"{self.file}.go").unlink()


class WebServer:
    """What the Http actions call. A rule by path and subject says what becomes of a call; without one it succeeds."""

    HANG = "hang"

    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}"
        self.rules, self.calls, self.released = {}, [], collections.defaultdict(threading.Event)
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["content-length"])))
                rule = owner.rules.get((self.path, body["subject"]), 201)
                held = rule == owner.HANG
                owner.calls.append({"path": self.path, "body": body, "key": self.headers["idempotency-key"],
                                    "authorization": self.headers["authorization"], "held": held})
                if held:
                    owner.released[self.path, body["subject"]].wait()
                answer = json.dumps({"ticket": f"ticket of {body['subject']}"}).encode()
                self.send_response(201 if held else rule)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def heard(self, path, subject):
        return any(one["path"] == path and one["body"]["subject"] == subject for one in self.calls)

    def release(self, path, subject):
        self.released[path, subject].set()
