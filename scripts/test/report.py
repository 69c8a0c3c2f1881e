"""Writes the times of all steps and the slowest tests to LOGS-times.md, and prints them: report.py LOGS SECONDS. Then come the logs
of the steps that failed, the last lines of the first one at the very end."""

import pathlib
import re
import sys

LOGS = pathlib.Path(sys.argv[1])
SLOWEST = 20
LOG_LINES = 60
# `test sqlite::name ... ok <1.234s>` of the Rust test harness, `  ok 12 file.spec.ts:3:1 › name (1.2s)` of Playwright.
RUST_TEST = re.compile(r"^test (\S+) .*\bok <([\d.]+)s>$", re.M)
JOURNEY = re.compile(r"^\s+(?:ok|✓|✘|x)\s+\d+ (\S+?\.spec\.ts\S* › .*) \(([\d.]+)(ms|s|m)\)$", re.M)
UNIT_SECONDS = {"ms": 0.001, "s": 1, "m": 60}
# Vitest writes colors where a CI shows them.
COLOR = re.compile(r"\x1b\[[\d;]*m")
# How many ran, as each kind of step says it.
COUNTS = [
    re.compile(rb"^test result: \w+\. (\d+) passed", re.M),
    re.compile(rb"^\s+Tests\s.*?(\d+) passed", re.M),
    re.compile(rb"^\s+(\d+) passed \(", re.M),
    re.compile(rb"(\d+) generated", re.M),
]


class Step:
    def __init__(self, log: pathlib.Path):
        self.name = log.stem
        self.log = log
        self.text = COLOR.sub("", log.read_text(errors="replace"))
        times = log.with_suffix(".times")
        # Without times it was stopped.
        wall, user, system = map(float, (times.read_text().split() if times.exists() else [])[-3:] or [0, 0, 0])
        self.wall_s, self.cpu_s = wall, user + system
        failure = log.with_suffix(".failed")
        self.has_passed = wall > 0 and not failure.exists()
        self.failed_at = int(failure.read_text()) if failure.exists() else 0

    def count(self) -> int:
        text = self.text.encode()
        return sum(int(found) for pattern in COUNTS for found in pattern.findall(text))

    def tests(self) -> list[tuple[float, str]]:
        rust = [(float(seconds), f"{self.name} {name}") for name, seconds in RUST_TEST.findall(self.text)]
        journeys = [(float(number) * UNIT_SECONDS[unit], name) for name, number, unit in JOURNEY.findall(self.text)]
        return rust + journeys


def report(steps: list[Step], total_s: int) -> str:
    lines = ["| step | wall time, s | processor time, s | tests |", "|---|---:|---:|---:|"]
    for step in sorted(steps, key=lambda step: -step.wall_s):
        lines.append(f"| {step.name} | {step.wall_s:.0f} | {step.cpu_s:.0f} | {step.count() or ''} |")
    cpu_s, count = sum(step.cpu_s for step in steps), sum(step.count() for step in steps)
    lines += [f"| **all, side by side** | **{total_s}** | **{cpu_s:.0f}** | **{count}** |", ""]
    lines += ["Processes that outlive the one that started them, such as PostgreSQL, are not in the processor time.", ""]
    lines += ["| slowest tests | s |", "|---|---:|"]
    slowest = sorted((test for step in steps for test in step.tests()), reverse=True)[:SLOWEST]
    lines += [f"| {name} | {seconds:.1f} |" for seconds, name in slowest]
    return "\n".join(lines) + "\n"


def main() -> int:
    steps = [Step(log) for log in LOGS.glob("*.log")]
    text = report(steps, int(sys.argv[2]))
    LOGS.with_name(f"{LOGS.name}-times.md").write_text(text)
    print(f"\n{text}")
    failed = sorted((step for step in steps if not step.has_passed), key=lambda step: step.failed_at)
    for step in reversed(failed):
        print(f"\n== {step.name} failed; the end of {step.log}:\n")
        print("\n".join(step.text.splitlines()[-LOG_LINES:]))
    if failed:
        print(f"\nFailed: {', '.join(step.name for step in failed)}")
    count = sum(step.count() for step in steps)
    print(f"{count} passed, {len(failed)} failed")
    return 1 if failed or count == 0 else 0


sys.exit(main())
