// Starts the service as a city does: an empty folder, no user, a mail provider, and the one-time code on standard error.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DEBUG_BINARY, listeningAt, started, startPostgres } from "./service.mjs";

/** @param {"sqlite" | "postgres"} database */
export async function startEmptyService(database) {
  // Absolute, because the service runs in its own folder.
  const binary = resolve(process.env.STORMWIRE_BINARY ?? DEBUG_BINARY);
  const folder = await mkdtemp(join(tmpdir(), "stormwire-first-run-"));
  const postgres = database === "postgres" ? await startPostgres() : null;
  const emulator = spawn(binary, ["graph-emulator", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const { found: mail, stop: stopMail } = await started(emulator, binary, listeningAt);
  const flags = [`graph.base_url=${mail}/v1.0`, `graph.authority=${mail}`].flatMap((setting) => ["--set", setting]);
  if (postgres !== null) flags.push("--database-url", postgres.databaseUrl);
  const service = spawn(binary, ["serve", "--listen", "127.0.0.1:0", ...flags], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  service.stderr.on("data", (text) => (log += text));
  const { found: url, stop: stopService } = await started(service, binary, listeningAt);
  return {
    url,
    mail,
    /** Empty if none was printed. */
    printedCode: () => /one-time code (\S+)/.exec(log)?.[1] ?? "",
    stop: async () => {
      await stopService();
      await stopMail();
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
