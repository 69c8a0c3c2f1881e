"""The two databases an installation can have, each in a temporary folder, and how each becomes text."""

import os
import pwd
import re
import shutil
import subprocess
import sys
from pathlib import Path

SCHEMAS = ["it", "data", "organization"]


class Sqlite:
    """The data folder itself."""

    name, ports = "sqlite", (17017, 17027)

    def __init__(self, folder):
        self.folder = folder / "data"
        self.url = "sqlite:data"

    def query(self, sql):
        attach = "".join(f"attach '{self.folder / schema}.db' as {schema};" for schema in SCHEMAS)
        command = ["sqlite3", "-batch", "-cmd", ".timeout 5000", ":memory:", attach + sql]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def dump(self, target):
        for schema in SCHEMAS:
            dump = subprocess.run(["sqlite3", f"{self.folder / schema}.db", ".dump"], check=True, capture_output=True)
            (target / f"{schema}.sql").write_bytes(dump.stdout)

    def stop(self):
        pass


class Postgres:
    """A throwaway cluster, as crates/testkit/src/cluster.rs makes it."""

    name, ports = "postgres", (17018, 17028)

    def __init__(self, folder):
        self.programs = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.folder = folder / "cluster"
        self.folder.mkdir(mode=0o700)
        self.identity = {}
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            user = next(user for user in pwd.getpwall() if user.pw_name in ("postgres", "nobody"))
            self.identity = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            for parent in (folder, folder.parent):
                parent.chmod(0o755)
        self.run("initdb", "-D", "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories='{self.folder}' -c fsync=off"
        self.run("pg_ctl", "-D", "data", "-w", "-s", "-l", "log", "-o", options, "start")
        self.url = f"postgres://postgres@{str(self.folder).replace('/', '%2F')}/postgres"

    def run(self, program, *arguments):
        # The server outlives pg_ctl and would keep a pipe open.
        output = subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE
        command = [str(self.programs / program), *arguments]
        ended = subprocess.run(command, stdout=output, stderr=output, text=True, cwd=self.folder, **self.identity)
        if ended.returncode != 0:
            sys.exit(f"{program}: {ended.stderr}")
        return ended.stdout

    def query(self, sql):
        return self.run("psql", "-X", "-q", "-At", "-h", str(self.folder), "-U", "postgres", "-c", sql).strip()

    def dump(self, target):
        """As statements that any client can run: no COPY, and no commands of psql."""
        arguments = ["--no-owner", "--no-privileges", "--inserts", "-h", str(self.folder), "-U", "postgres", "postgres"]
        text = self.run("pg_dump", *arguments)
        (target / "database.sql").write_text(re.sub(r"^\\.*\n", "", text, flags=re.MULTILINE))

    def stop(self):
        self.run("pg_ctl", "-D", "data", "-w", "-s", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)
