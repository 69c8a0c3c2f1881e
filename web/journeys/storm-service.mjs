// Starts a service for journeys of the storm pages: a small city, no mail. Strikes are written directly into its database, as
// another process would do it.
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DEBUG_BINARY, listeningAt, started } from "./service.mjs";

/** Of latitude; precise enough here. */
const DEGREES_PER_MILE = 1 / 68.9;

export const FACILITIES = [
  { name: "Aspen Pool", lat: 34.73, lng: -86.59 },
  { name: "Birch Fields", lat: 34.75, lng: -86.57 },
  { name: "Cedar Library", lat: 34.7, lng: -86.62 },
  { name: "Dunmore School", lat: 34.4, lng: -86.2 },
];

export const PASSWORD = "watch-the-sky";
const USERS = { supervisor: "viewer", administrator: "admin" };

/** Another program loads the strikes, and push services on this machine may be called. */
const WITH_FEED = `
[lightning]
feed = "external"
external_minutes = 60
[workflow]
allow_addresses = ["127.0.0.0/8"]
`;

const config = (folder) => `
[server]
listen = "127.0.0.1:0"
[database]
url = "sqlite:${folder}/data"
[secrets]
key_file = "${folder}/secret.key"
[paths]
work = "${folder}/work"
media = "${folder}/media"
[files]
roots = ["${folder}/files"]
[city]
name = "Aspen"
`;

/** Each line of its input is a list of strikes to insert, or null to delete them all. */
const WRITE_SCRIPT = `
import json, sqlite3, sys
base = sqlite3.connect(sys.argv[1], timeout=60)
for line in sys.stdin:
    strikes = json.loads(line)
    if strikes is None:
        base.execute("delete from LightningStrike")
    else:
        base.executemany("insert into LightningStrike (Name, Timestamp, Type, Latitude, Longitude) values (?, ?, ?, ?, ?)", strikes)
    base.commit()
    print("written", flush=True)
`;

/**
 * `hasFeed`: the service knows a healthy feed, so that it records status events.
 * `more`: the number of facilities around the others.
 */
export async function startStormService({ hasFeed = false, more = 0 } = {}) {
  const binary = process.env.STORMWIRE_BINARY ?? DEBUG_BINARY;
  const folder = await mkdtemp(join(tmpdir(), "stormwire-journey-"));
  const file = join(folder, "stormwire.toml");
  await writeFile(file, config(folder) + (hasFeed ? WITH_FEED : ""));
  const filesRoot = join(folder, "files");
  await mkdir(filesRoot);
  const list = join(folder, "facilities.csv");
  await writeFile(
    list,
    [
      "name,lat,lng",
      ...[...FACILITIES, ...moreFacilities(more)].map(({ name, lat, lng }) => `${name},${lat},${lng}`),
      "Elm Depot,,",
    ].join("\n"),
  );
  await run(binary, ["facilities", "import", list, "--config", file]);
  for (const [name, role] of Object.entries(USERS))
    await run(binary, ["user", "add", name, "--role", role, "--password-stdin", "--config", file], PASSWORD);
  const child = spawn(binary, ["serve", "--config", file], { stdio: ["ignore", "pipe", "pipe"] });
  const { found: url, stop } = await started(child, binary, listeningAt);
  if (hasFeed) await sendHeartbeat(url, binary, file);
  const writer = startWriter(join(folder, "data", "data.db"));
  // Waits until the service serves the change: a page opened before would show the old strikes.
  const write = async (strikes, expected) => {
    const count = expected(await servedCount(url));
    await writer.write(strikes);
    while ((await servedCount(url)) !== count) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  let isEmpty = true;
  return {
    url,
    filesRoot,
    addStrikes: (strikes) => {
      isEmpty = false;
      return write(JSON.stringify(strikes.map(row)), (before) => before + strikes.length);
    },
    removeStrikes: async () => {
      if (!isEmpty) await write("null", () => 0);
      isEmpty = true;
    },
    pause: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
    stop: async () => {
      writer.stop();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One process for all strikes: to start it takes longer than to write them. */
function startWriter(database) {
  const child = spawn("python3", ["-c", WRITE_SCRIPT, database], { stdio: ["pipe", "pipe", "inherit"] });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // A process that has ended gives no reply, which is the error.
  child.stdin.on("error", () => undefined);
  return {
    write: async (strikes) => {
      child.stdin.write(`${strikes}\n`);
      if ((await replies.next()).done) throw new Error("python3 ended before it wrote the strikes");
    },
    stop: () => child.stdin.end(),
  };
}

/** Evenly within 12 miles of the first facility. */
function moreFacilities(count) {
  const [{ lat, lng }] = FACILITIES;
  return Array.from({ length: count }, (_, index) => {
    const degrees = 12 * DEGREES_PER_MILE * Math.sqrt((index + 1) / count);
    // The golden angle.
    const angle = index * 2.399963;
    const name = `Facility ${String(index + 1).padStart(4, "0")}`;
    return { name, lat: lat + degrees * Math.sin(angle), lng: lng + (degrees * Math.cos(angle)) / 0.82 };
  });
}

async function sendHeartbeat(url, binary, file) {
  await run(binary, ["user", "add", "loader", "--role", "operator", "--password-stdin", "--config", file], PASSWORD);
  const token = await run(binary, ["token", "create", "--user", "loader", "--scope", "operate", "--config", file]);
  const headers = { authorization: `Bearer ${token.trim()}` };
  const { status } = await fetch(`${url}/lightning-strikes/heartbeat`, { method: "POST", headers });
  if (status !== 204) throw new Error(`heartbeat: status ${status}`);
}

/**
 * The number of strikes in the memory that pages are served from. It holds 8 hours; for more the service reads the database,
 * which has a strike before the memory does.
 */
async function servedCount(url) {
  const since = new Date(Date.now() - 7 * 3600_000).toISOString();
  const { count } = await (await fetch(`${url}/lightning-strikes?since=${since}`)).json();
  return count;
}

/** A strike some miles north of a facility. */
function row({ near = "Aspen Pool", miles = 2, secondsAgo = 60, type = "Ground Stroke Lightning" }) {
  const { lat, lng } = FACILITIES.find(({ name }) => name === near);
  const at = new Date(Date.now() - secondsAgo * 1000).toISOString().replace("Z", "000Z");
  return ["ALERT", at, type, Number((lat + miles * DEGREES_PER_MILE).toFixed(6)), lng];
}

function run(command, options, input = "") {
  return new Promise((resolve, reject) => {
    const child = execFile(command, options, (error, output, log) =>
      error ? reject(new Error(`${command}: ${error.message}\n${log}`)) : resolve(output),
    );
    child.stdin?.end(input);
  });
}
