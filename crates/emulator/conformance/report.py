"""Records what each client was expected to do, which requests it sent, and whether the result was correct.

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


class SectionAborted(Exception):
    """A step failed, so the steps that depend on it cannot run."""


class Step:
    def __init__(self, expect):
        self.expect = expect
        self.failures = []
        self.calls = []

    def equals(self, what, actual, expected):
        self.check(f"{what} is {expected!r}", actual == expected, actual)

    def check(self, what, is_true, actual=None):
        if not is_true:
            self.failures.append(f"expected that {what}, got {actual!r}")

    def has_fields(self, item, *fields):
        """A field that the emulator omits or misspells is None in the client."""
        missing = [field for field in fields if getattr(item, field, None) is None]
        self.check(f"{type(item).__name__} has {', '.join(fields)}", not missing, f"no {', '.join(missing)}")


class Report:
    def __init__(self, client):
        self.client = client
        self.record = os.environ["CONFORMANCE_RECORD"]
        self.current = None
        allow_loopback_only()

    def record_call(self, method, url, status):
        if self.current is not None:
            self.current.calls.append((f"{method.upper()} {path_of(str(url))}", status))

    @contextmanager
    def step(self, expect):
        self.current = step = Step(expect)
        try:
            yield step
        except Exception as error:  # a client exception fails the step but does not stop the run
            step.failures.append(f"{type(error).__name__}: {error}")
            raise SectionAborted from error
        finally:
            self.current = None
            self.write(step)

    @contextmanager
    def section(self, name):
        try:
            yield
        except SectionAborted:
            pass
        except Exception as error:  # between two steps, for example a failed call to the control API
            step = Step(f"section {name} runs to its end")
            step.failures.append(f"{type(error).__name__}: {error}")
            self.write(step)

    def write(self, step):
        line = {
            "client": self.client,
            "call": [call for call, _ in step.calls],
            "expect": step.expect,
            "status": [status for _, status in step.calls],
            "ok": not step.failures,
            "detail": "; ".join(step.failures),
        }
        with open(self.record, "a", encoding="utf-8") as record:
            record.write(json.dumps(line) + "\n")


def path_of(url):
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def allow_loopback_only():
    """The clients contain public addresses; a call to one of them must fail."""

    def reject_remote(event, arguments):
        if event == "socket.connect" and isinstance(arguments[1], tuple):
            if not ipaddress.ip_address(arguments[1][0]).is_loopback:
                raise ConnectionRefusedError(f"conformance clients may only connect to loopback, not {arguments[1]}")
        if event == "socket.getaddrinfo" and arguments[0] not in ("127.0.0.1", "localhost", None):
            raise ConnectionRefusedError(f"conformance clients may only connect to loopback, not {arguments[0]}")

    sys.addaudithook(reject_remote)


# --- the report ---

LONG_ID = re.compile(r"(?:[\w-]|%[0-9A-Fa-f]{2}){24,}(?:=|%3D)*")
ADDRESS = re.compile(r"(?<=/users/)[^/?]+")
TOKENS = ("skip", "skiptoken", "deltatoken")


def shorten_call(call):
    """Shortens ids and tokens, which differ from run to run; the rest is unchanged."""
    path, mark, query = call.replace("/v1.0/", "/", 1).partition("?")
    options = [option.partition("=") for option in query.split("&")] if mark else []
    query = "&".join(f"{name}{equals}{shorten_value(name, value)}" for name, equals, value in options)
    return (LONG_ID.sub("{id}", ADDRESS.sub("{user}", path)) + mark + query).replace("|", "\\|")


def shorten_value(name, value):
    return "…" if unquote(name).lstrip("$") in TOKENS else LONG_ID.sub("{id}", unquote(value))


def collapse_repeats(values):
    runs = [(value, len(list(run))) for value, run in groupby(values)]
    return "<br>".join(f"{value} ×{count}" if count > 1 else str(value) for value, count in runs)


def table(lines):
    yield "| client | call | expectation | status | |"
    yield "|---|---|---|---|---|"
    for line in lines:
        calls = collapse_repeats([f"`{shorten_call(call)}`" for call in line["call"]])
        result = "ok" if line["ok"] else "**FAILED**"
        yield f"| {line['client']} | {calls} | {line['expect']} | {collapse_repeats(line['status'])} | {result} |"


def render(record, clients):
    with open(record, encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    failed = [line for line in lines if not line["ok"]]
    missing = [client for client in clients if client not in {line["client"] for line in lines}]
    text = ["# Third-party Graph clients against the emulator", ""]
    text += [f"{len(lines)} steps of {len(clients)} clients, {len(failed)} failed.", "", *table(lines)]
    if failed or missing:
        text += ["", "## Failures", ""]
        text += [f"- **{line['client']}**, {line['expect']}: {line['detail']}" for line in failed]
        text += [f"- **{client}** wrote no lines" for client in missing]
    return "\n".join(text) + "\n", not failed and not missing


if __name__ == "__main__":
    text, passed = render(sys.argv[1], sys.argv[3:])
    with open(sys.argv[2], "w", encoding="utf-8") as report:
        report.write(text)
    print(text)
    sys.exit(0 if passed else 1)
