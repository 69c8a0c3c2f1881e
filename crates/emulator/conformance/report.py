"""Records what each client was expected to do, which requests it sent, and whether the result was right.

Every client appends lines of JSON {client, call, expect, status, ok, detail} to the file that CONFORMANCE_RECORD names:
`call` and `status` are lists, one entry per request of the step, as the client sent it. `python report.py RECORD REPORT
CLIENT…` builds the report from them and fails if a step failed or a client wrote no line.
"""

import ipaddress
import json
import os
import re
import sys
from contextlib import contextmanager
from itertools import groupby
from urllib.parse import unquote, urlsplit


class ChapterEnded(Exception):
    """A step failed, so the steps that depend on it cannot run."""


class Step:
    def __init__(self, expect):
        self.expect = expect
        self.faults = []
        self.calls = []

    def same(self, what, got, wanted):
        self.holds(f"{what} is {wanted!r}", got == wanted, got)

    def holds(self, what, truth, got=None):
        if not truth:
            self.faults.append(f"expected that {what}, got {got!r}")

    def present(self, thing, *fields):
        """A field that the emulator omits or misspells is None in the client."""
        missing = [field for field in fields if getattr(thing, field, None) is None]
        self.holds(f"{type(thing).__name__} has {', '.join(fields)}", not missing, f"nothing in {', '.join(missing)}")


class Report:
    def __init__(self, client):
        self.client = client
        self.record = os.environ["CONFORMANCE_RECORD"]
        self.current = None
        stay_on_this_machine()

    def saw(self, method, url, status):
        if self.current is not None:
            self.current.calls.append((f"{method.upper()} {path_of(str(url))}", status))

    @contextmanager
    def step(self, expect):
        self.current = step = Step(expect)
        try:
            yield step
        except Exception as error:  # an exception of a client is a failed step, not a reason to stop the run
            step.faults.append(f"{type(error).__name__}: {error}")
            raise ChapterEnded from error
        finally:
            self.current = None
            self.write(step)

    @contextmanager
    def chapter(self, name):
        try:
            yield
        except ChapterEnded:
            pass
        except Exception as error:  # between two steps, for example a failed call to the control API
            step = Step(f"the chapter on {name} is read to its end")
            step.faults.append(f"{type(error).__name__}: {error}")
            self.write(step)

    def write(self, step):
        line = {
            "client": self.client,
            "call": [call for call, _ in step.calls],
            "expect": step.expect,
            "status": [status for _, status in step.calls],
            "ok": not step.faults,
            "detail": "; ".join(step.faults),
        }
        with open(self.record, "a", encoding="utf-8") as record:
            record.write(json.dumps(line) + "\n")


def path_of(url):
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def stay_on_this_machine():
    """The clients contain public addresses; a call to one of them must fail."""

    def refuse(event, arguments):
        if event == "socket.connect" and isinstance(arguments[1], tuple):
            if not ipaddress.ip_address(arguments[1][0]).is_loopback:
                raise ConnectionRefusedError(f"conformance clients stay on loopback, not {arguments[1]}")
        if event == "socket.getaddrinfo" and arguments[0] not in ("127.0.0.1", "localhost", None):
            raise ConnectionRefusedError(f"conformance clients stay on loopback, not {arguments[0]}")

    sys.addaudithook(refuse)


# --- the report ---

LONG_ID = re.compile(r"(?:[\w-]|%[0-9A-Fa-f]{2}){24,}(?:=|%3D)*")
ADDRESS = re.compile(r"(?<=/users/)[^/?]+")
TOKENS = ("skip", "skiptoken", "deltatoken")


def shown(call):
    """Shortens ids and tokens, which differ from run to run; the rest stays as the client sent it."""
    path, mark, query = call.replace("/v1.0/", "/", 1).partition("?")
    options = [option.partition("=") for option in query.split("&")] if mark else []
    query = "&".join(f"{name}{equals}{value_shown(name, value)}" for name, equals, value in options)
    return (LONG_ID.sub("{id}", ADDRESS.sub("{user}", path)) + mark + query).replace("|", "\\|")


def value_shown(name, value):
    return "…" if unquote(name).lstrip("$") in TOKENS else LONG_ID.sub("{id}", unquote(value))


def folded(values):
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    return "<br>".join(f"{value} ×{count}" if count > 1 else str(value) for value, count in runs)


def table(lines):
    yield "| client | call | expectation | status | |"
    yield "|---|---|---|---|---|"
    for line in lines:
        calls = folded([f"`{shown(call)}`" for call in line["call"]])
        result = "ok" if line["ok"] else "**FAILED**"
        yield f"| {line['client']} | {calls} | {line['expect']} | {folded(line['status'])} | {result} |"


def render(record, clients):
    with open(record, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    failed = [line for line in lines if not line["ok"]]
    silent = [client for client in clients if client not in {line["client"] for line in lines}]
    text = ["# What clients that nobody here wrote make of the emulator", ""]
    text += [f"{len(lines)} steps of {len(clients)} clients, {len(failed)} failed.", "", *table(lines)]
    if failed or silent:
        text += ["", "## Failures", ""]
        text += [f"- **{line['client']}**, {line['expect']}: {line['detail']}" for line in failed]
        text += [f"- **{client}** said nothing" for client in silent]
    return "\n".join(text) + "\n", not failed and not silent


if __name__ == "__main__":
    text, good = render(sys.argv[1], sys.argv[3:])
    with open(sys.argv[2], "w", encoding="utf-8") as report:
        report.write(text)
    print(text)
    sys.exit(0 if good else 1)
