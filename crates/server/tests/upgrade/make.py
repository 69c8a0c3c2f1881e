"""Makes the installations that the upgrade test starts from: make.py OLD_BINARY [sqlite|postgres]

Runs OLD_BINARY (a released stormwire) with its own Graph emulator on SQLite and on PostgreSQL, sets up users, watchers,
facilities and tiles, delivers messages until there is one in every state, kills the service, and writes what it left
behind into the folders sqlite/ and postgres/ beside this script. The test is crates/server/tests/it/upgrade.rs.

What is there now was written by commit 442918f. Run the script again only to start from a later release, never with the
program under test. Wait five minutes before the test: the storm has to be over.
Needs sqlite3, PostgreSQL with PostGIS and python3-aiosmtpd (scripts/setup.sh). Takes about a minute.
"""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from databases import Postgres, Sqlite
from outside import Emulator, MailServer, Program, WebServer, call
from story import MAILBOXES, USERS, Story

HERE = Path(__file__).resolve().parent

CONFIG = """\
[server]
listen = "127.0.0.1:0"
[graph]
base_url = "http://127.0.0.1:{provider}/v1.0"
authority = "http://127.0.0.1:{provider}"
[watch]
reconciliation_seconds = 5
# However old this installation is when it is started again, nothing of it is purged.
retention_days = 100000
[workflow]
allow_addresses = ["127.0.0.0/8"]
[operator]
email = "it@example.gov"
[smtp]
# Overridden by whoever starts the service.
url = "smtp://127.0.0.1:9"
from = "stormwire@example.gov"
[city]
name = "Springfield"
"""

FACILITIES = """\
name,lat,lng
Aquatic Center,34.7304,-86.5861
Ball Fields,34.6512,-86.7320
Storage Yard,,
"""


class Installation:
    """A folder, a database and the old binary, with everything around it."""

    def __init__(self, binary, database_type, folder):
        self.binary, self.folder = binary, folder
        provider_port, web_port = database_type.ports
        self.database = database_type(folder)
        (folder / "stormwire.toml").write_text(CONFIG.format(provider=provider_port))
        self.provider = Emulator(binary, provider_port)
        self.web = WebServer(web_port)
        self.mail = MailServer(folder)
        self.service = self.token = None

    def environment(self, **more):
        return {"PATH": os.environ["PATH"], "STORMWIRE__DATABASE__URL": self.database.url} | more

    def command(self, *arguments, stdin=""):
        command = [self.binary, *arguments]
        ended = subprocess.run(command, input=stdin, cwd=self.folder, env=self.environment(), capture_output=True,
                               text=True)
        if ended.returncode != 0:
            sys.exit(f"{arguments}: {ended.stderr}")
        return ended.stdout.strip()

    def start(self, smtp):
        environment = self.environment(STORMWIRE__SMTP__URL=smtp)
        log = open(self.folder / "service.log", "a")
        self.service = Program([self.binary, "serve"], cwd=self.folder, env=environment, stderr=log)
        self.url = self.service.first_line().removeprefix("listening on ")

    def api(self, method, path, body=None):
        return call(method, self.url + path, body, {"authorization": f"Bearer {self.token}"})[0]

    def write_tile(self):
        """One white pixel at the finest level."""
        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header, pixel = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0), zlib.compress(b"\0\xff\xff\xff")
        image = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")
        tiles = self.folder / "tiles"
        tiles.mkdir()
        (tiles / "downtown-2024.png").write_bytes(image)
        (tiles / "downtown-2024.pgw").write_text("0.75\n0\n0\n-0.75\n1000.375\n1999.625\n")

    def set_up(self):
        self.command("migrate")
        for name, (role, password) in USERS.items():
            self.command("user", "add", name, "--role", role, "--password-stdin", stdin=password)
        self.token = self.command("token", "create", "--user", "ada")
        (self.folder / "facilities.csv").write_text(FACILITIES)
        self.command("facilities", "import", "facilities.csv")
        self.write_tile()
        self.command("tiles", "import", "tiles")
        for mailbox in MAILBOXES:
            self.provider.control("POST", "/mailboxes", {"address": mailbox})
        self.provider.use_up_delta_links(MAILBOXES[0], 100)

    def stop(self):
        self.provider.kill()
        self.mail.process.kill()
        self.database.stop()


def expectations(installation, story):
    """What the test compares with: the old binary's own answers, and what the world outside has seen so far."""
    users = {name: {"role": role, "password": password} for name, (role, password) in USERS.items()}
    return {
        "provider": installation.provider.url.removeprefix("http://"),
        "web": installation.web.url.removeprefix("http://"),
        "users": users,
        "token": installation.token,
        "mailboxes": MAILBOXES,
        "messages": story.messages_as_they_are(),
        "asOf": story.as_of,
        "responses": story.responses(),
        "deadLetters": story.dead_letters(),
        "logs": story.logs(),
        "calls": installation.web.calls,
        "mails": installation.mail.mails(),
        "counts": {table: int(installation.database.query(f"select count(*) from {table}")) for table in
                   ["it.WorkOrder", "it.WorkflowEffect", "data.LightningStrike", "data.WorkflowEffect"]},
    }


def make(binary, database_type):
    with tempfile.TemporaryDirectory(prefix="stormwire-upgrade-") as folder:
        city = Path(folder) / "city"
        city.mkdir()
        installation = Installation(binary, database_type, city)
        try:
            installation.set_up()
            story = Story(installation)
            story.tell()
            expected = expectations(installation, story)
            installation.service.kill()
            save(installation, expected, HERE / database_type.name)
        finally:
            if installation.service:
                installation.service.kill()
            installation.stop()


def save(installation, expected, target):
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    installation.database.dump(target)
    shutil.copy(installation.folder / "stormwire.toml", target)
    data = installation.folder / "data"
    for path in ["secret.key", "work", "media"]:
        source = data / path
        if source.is_dir():
            shutil.copytree(source, target / "data" / path)
        else:
            (target / "data").mkdir(exist_ok=True)
            shutil.copy(source, target / "data" / path)
    (target / "expected.json").write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    for database_type in (Sqlite, Postgres):
        if sys.argv[2:] in ([], [database_type.name]):
            make(str(Path(sys.argv[1]).resolve()), database_type)
