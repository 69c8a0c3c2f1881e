// Starts the service as a city does: an empty folder, no user, a mail provider, and the one-time code on standard error.
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DEBUG_BINARY, listeningAt, started, startPostgres } from "./service.mjs";

const PACKAGE_SCRIPTS = fileURLToPath(new URL("../../scripts/package/", import.meta.url));

/** Why the Debian package cannot be installed here, or undefined. */
export function packageObstacle() {
  return process.getuid() === 0 ? undefined : "needs root, to install the package in a clean root";
}

/** @param {"sqlite" | "postgres" | "package"} installation */
export async function startEmptyService(installation) {
  // Absolute, because the service runs in its own folder.
  const binary = resolve(process.env.STORMWIRE_BINARY ?? DEBUG_BINARY);
  const folder = await mkdtemp(join(tmpdir(), "stormwire-first-run-"));
  const postgres = installation === "postgres" ? await startPostgres() : null;
  const emulator = spawn(binary, ["graph-emulator", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const { found: mail, stop: stopMail } = await started(emulator, binary, listeningAt);
  const service =
    installation === "package"
      ? await installAndServe(binary, folder, mail)
      : serve(binary, folder, mail, postgres?.databaseUrl);
  let log = "";
  service.stderr.on("data", (text) => (log += text));
  const { found: url, stop, ended } = await started(service, binary, listeningAt);
  return {
    url,
    mail,
    /** Empty if none was printed. */
    printedCode: () => /one-time code (\S+)/.exec(log)?.[1] ?? "",
    stop: async () => {
      if (installation === "package") service.stdin.end();
      else await stop();
      await ended;
      await stopMail();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serve(binary, folder, mail, databaseUrl) {
  const flags = [`graph.base_url=${mail}/v1.0`, `graph.authority=${mail}`].flatMap((setting) => ["--set", setting]);
  if (databaseUrl !== undefined) flags.push("--database-url", databaseUrl);
  return spawn(binary, ["serve", "--listen", "127.0.0.1:0", ...flags], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The service of the Debian package, with the configuration that it installs. It ends with its standard input. */
async function installAndServe(binary, folder, mail) {
  const env = { ...process.env, COMPRESSION: "none" };
  await promisify(execFile)(`${PACKAGE_SCRIPTS}build.sh`, [binary, folder], { env });
  const settings = [
    "STORMWIRE__SERVER__LISTEN=127.0.0.1:0",
    `STORMWIRE__GRAPH__BASE_URL=${mail}/v1.0`,
    `STORMWIRE__GRAPH__AUTHORITY=${mail}`,
  ];
  return spawn(`${PACKAGE_SCRIPTS}in-clean-root.sh`, [folder, "serve.sh", ...settings], {
    stdio: ["pipe", "pipe", "pipe"],
  });
}
