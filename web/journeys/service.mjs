// Starts the real binary with a temporary database, for the journeys and for the screenshots.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BUILT_HERE = fileURLToPath(new URL("../../target/debug/stormwire", import.meta.url));
const LOG_KEPT = 4000;

export const CHROMIUM = {
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

/** @returns {Promise<{ url: string, mail: string, stop: () => Promise<void> }>} */
export async function startService() {
  const binary = process.env.STORMWIRE_BINARY ?? BUILT_HERE;
  const child = spawn(binary, ["demo", "--listen", "127.0.0.1:0"], { stdio: ["ignore", "pipe", "pipe"] });
  // The log is kept only to say why the service did not start.
  let log = "";
  child.stderr.on("data", (text) => (log = (log + text).slice(-LOG_KEPT)));
  const ended = once(child, "exit");
  const { url, mail } = await Promise.race([
    addresses(child),
    ended.then(([code]) => Promise.reject(new Error(`${binary} ended with ${code} before it listened:\n${log}`))),
  ]);
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { url, mail, stop };
}

/** Of the service and of its emulated mail provider. Reads on to the end of the output, because a full pipe would stop the service. */
function addresses(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    let url = "";
    createInterface({ input: child.stdout }).on("line", (line) => {
      url = /^listening on (http:\/\/\S+)$/.exec(line)?.[1] ?? url;
      const mail = /(http:\/\/\S+)\/_emulator/.exec(line)?.[1];
      if (mail) resolve({ url, mail });
    });
  });
}
