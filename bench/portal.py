#!/usr/bin/env python3
"""How fast the portal's pages answer with 1,000 watchers and 1,000,000 messages in the log (SQLite).

    bench/portal.py target/release/stormwire

Fills a temporary folder, starts the service on it, asks what each page asks, and prints the median and the slowest of 20.
Exits with 1 when one takes longer than 200 ms.
"""
import contextlib
import datetime
import json
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

WATCHERS, MESSAGES, DAYS, TIMES, LIMIT_MS = 1_000, 1_000_000, 400, 20, 200
CONFIG = """
[server]
listen = "127.0.0.1:0"
[database]
url = "sqlite:data"
[secrets]
key_file = "secret.key"
[graph]
base_url = "http://127.0.0.1:9/v1.0"
authority = "http://127.0.0.1:9"
"""
PAGES = {
    "watchers: list": "/mailbox-watcher",
    "watchers: last 24 hours": "/mailbox-watcher/summary",
    "watcher": "/mailbox-watcher/500",
    "log": "/mailbox-watcher/log",
    "log of a watcher": "/mailbox-watcher/log?jobId=1",
    "log: failed": "/mailbox-watcher/log?status=Failed",
    "log: failed of a watcher": "/mailbox-watcher/log?status=Failed&jobId=500",
    "log: a page far down": "/mailbox-watcher/log?limit=500&to={middle}",
    "log: text, found": "/mailbox-watcher/log?q=number",
    "log: text, not found": "/mailbox-watcher/log?q=nowhere",
    "message": "/mailbox-watcher/log/500000",
    "system": "/system",
}


def at(seconds):
    return (NOW - datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def rows():
    chance = random.Random(1)
    for number in range(MESSAGES):
        # A third belongs to one watcher: real ones are not alike.
        job = 1 if number % 3 == 0 else 1 + chance.randrange(WATCHERS)
        status = chance.choices(["Success", "Skipped", "Failed"], [94, 5, 1])[0]
        when = at((MESSAGES - number) / MESSAGES * DAYS * 86_400)
        yield job, f"AAkALgAAAAAAHYQDEapmEc2byACqAC-EWg0A{number:09d}", f"Lightning alert number {number}", when, when, when, status, f"run-{number}"


def fill(folder):
    with contextlib.closing(sqlite3.connect(folder / "data" / "it.db")) as database, database:
        # Only the filling: the service opens the file in its own way.
        database.execute("pragma synchronous = off")
        database.execute("pragma cache_size = -500000")
        jobs = [(f"Watcher {number}", f"box{number}@example.gov", at(0), at(0)) for number in range(WATCHERS)]
        database.executemany("insert into MailboxWatcherJob (Name, MailboxAddress, CreatedAt, UpdatedAt) values (?, ?, ?, ?)", jobs)
        database.executemany(
            "insert into MailboxWatcherLog (MailboxWatcherJobId, MessageKey, Subject, FromAddress, ReceivedAt, DetectedAt, ProcessedAt, "
            "Status, TriggerEvent, WorkflowRunId) values (?, ?, ?, 'alerts@vendor.example', ?, ?, ?, ?, 'Notification', ?)",
            rows(),
        )


def ask(url, token):
    began = time.perf_counter()
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        json.load(answer)
    return (time.perf_counter() - began) * 1_000


def measure(url, token):
    slow = False
    for name, path in PAGES.items():
        target = url + path.format(middle=at(DAYS * 43_200)[:19])
        taken = sorted(ask(target, token) for _ in range(TIMES))
        slow |= taken[-1] > LIMIT_MS
        print(f"{name:28} median {taken[TIMES // 2]:7.1f} ms   slowest {taken[-1]:7.1f} ms")
    return slow


def main(binary):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "stormwire.toml").write_text(CONFIG)
        run = lambda *words, **more: subprocess.run([binary, *words, "--config", "stormwire.toml"], cwd=folder, check=True, stderr=subprocess.DEVNULL, text=True, **more)
        run("migrate", stdout=subprocess.DEVNULL)
        run("user", "add", "bench", "--role", "admin", "--password-stdin", input="long enough", stdout=subprocess.DEVNULL)
        token = run("token", "create", "--user", "bench", stdout=subprocess.PIPE).stdout.strip()
        fill(folder)
        with subprocess.Popen([binary, "serve", "--config", "stormwire.toml"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as service:
            try:
                url = next(line for line in service.stdout if line.startswith("listening on ")).split()[-1]
                return measure(url, token)
            finally:
                service.terminate()


if __name__ == "__main__":
    binary = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/stormwire").resolve())
    NOW = datetime.datetime.now(datetime.timezone.utc)
    sys.exit(1 if main(binary) else 0)
