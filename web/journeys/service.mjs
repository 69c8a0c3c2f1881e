// Starts the demo of the real binary, for journeys and screenshots.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const DEBUG_BINARY = fileURLToPath(new URL("../../target/debug/stormwire", import.meta.url));
const MAX_LOG_CHARS = 4000;

const BROWSER_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The whole browser, which has push messages. */
export const CHROMIUM = { executablePath: "/usr/bin/chromium", args: BROWSER_ARGUMENTS };

/** Its engine without a window: a new page takes half the time. */
export const HEADLESS_SHELL = { executablePath: "/usr/bin/chromium-headless-shell", args: BROWSER_ARGUMENTS };

const TEST_WORKER = fileURLToPath(new URL("../../target/debug/test-worker", import.meta.url));

/**
 * @param {string[]} flags
 * @returns {Promise<{ url: string, mail: string, stop: () => Promise<void> }>}
 */
export async function startService(flags = []) {
  const binary = process.env.STORMWIRE_BINARY ?? DEBUG_BINARY;
  const child = spawn(binary, ["demo", "--listen", "127.0.0.1:0", ...flags], { stdio: ["ignore", "pipe", "pipe"] });
  let url = "";
  const { found: mail, stop } = await started(child, binary, (line) => {
    url = listeningAt(line) ?? url;
    return /(http:\/\/\S+)\/_emulator/.exec(line)?.[1];
  });
  return { url, mail, stop };
}

/** The same on PostgreSQL. */
export async function startServiceOnPostgres() {
  const postgres = await startPostgres();
  const service = await startService(["--database-url", postgres.databaseUrl]);
  const stop = async () => {
    await service.stop();
    await postgres.stop();
  };
  return { ...service, stop };
}

/** An empty database. `cargo test` builds the program that starts it; `cargo build --bin test-worker` does, too. */
export async function startPostgres() {
  const cluster = spawn(TEST_WORKER, ["postgres"], { stdio: ["pipe", "pipe", "pipe"] });
  const { found: databaseUrl, ended } = await started(cluster, TEST_WORKER, (line) => /^postgres:\S+$/.exec(line)?.[0]);
  const stop = async () => {
    cluster.stdin.end();
    await ended;
  };
  return { databaseUrl, stop };
}

/** The URL in the line that a service prints when it is ready. */
export function listeningAt(line) {
  return /^listening on (http:\/\/\S+)$/.exec(line)?.[1];
}

/**
 * Waits until `read` returns something for a line of the output.
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} binary
 * @param {(line: string) => string | undefined} read
 * @returns {Promise<{ found: string, stop: () => Promise<void>, ended: Promise<unknown> }>}
 */
export async function started(child, binary, read) {
  // For the error message when the service does not start.
  let log = "";
  child.stderr.on("data", (text) => (log = (log + text).slice(-MAX_LOG_CHARS)));
  const ended = once(child, "exit");
  const found = await Promise.race([
    firstFound(child, read),
    ended.then(([code]) => Promise.reject(new Error(`${binary} ended with ${code} before it listened:\n${log}`))),
  ]);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { found, stop, ended };
}

/** Goes on reading to the end, because a full pipe would block the service. */
function firstFound(child, read) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = read(line);
      if (found) resolve(found);
    });
  });
}
