// Starts a service that signs people in at a real OpenID Connect provider, which runs in this process.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEBUG_BINARY, listeningAt, started } from "./service.mjs";

const CLIENT = { client_id: "stormwire", client_secret: "city-client-secret" };
/** Of the accounts at the provider. */
const GROUPS = { chief: ["city-staff", "storm-admins"], lifeguard: ["storm-viewers"], visitor: ["city-staff"] };

export const BREAK_GLASS = { username: "glass", password: "tulip kettle lamp" };
export const LOCAL = { username: "local", password: "kettle lamp tulip" };

const config = (folder, issuer) => `
[server]
listen = "127.0.0.1:0"
[oidc]
issuer = "${issuer}"
name = "City account"
client_id = "${CLIENT.client_id}"
client_secret_file = "client-secret"
roles = { "storm-admins" = "admin", "storm-viewers" = "viewer" }
local_sign_in = false
[database]
url = "sqlite:${folder}/data"
[secrets]
key_file = "${folder}/secret.key"
[paths]
work = "${folder}/work"
media = "${folder}/media"
`;

export async function startOidcService() {
  silenceAdvice();
  const { default: Provider } = await import("oidc-provider");
  const provider = await startProvider(Provider);
  const binary = process.env.STORMWIRE_BINARY ?? DEBUG_BINARY;
  const folder = await mkdtemp(join(tmpdir(), "stormwire-oidc-"));
  const file = join(folder, "stormwire.toml");
  await writeFile(file, config(folder, provider.issuer));
  await writeFile(join(folder, "client-secret"), `${CLIENT.client_secret}\n`);
  const addUser = ({ username, password }, ...flags) =>
    run(binary, ["user", "add", username, "--role", "admin", "--password-stdin", "--config", file, ...flags], password);
  await addUser(BREAK_GLASS, "--break-glass");
  await addUser(LOCAL);
  const child = spawn(binary, ["serve", "--config", file], { stdio: ["ignore", "pipe", "pipe"] });
  const { found: url, stop } = await started(child, binary, listeningAt);
  provider.register(url);
  return {
    url,
    issuer: provider.issuer,
    stop: async () => {
      await stop();
      await provider.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** `localhost` and `127.0.0.1` are different sites for a browser, as a city and its identity provider are. */
async function startProvider(Provider) {
  let handler = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => handler(request, response)).listen(0, "localhost");
  await once(server, "listening");
  const issuer = `http://localhost:${server.address().port}`;
  return {
    issuer,
    register: (serviceUrl) => {
      handler = createProvider(Provider, issuer, serviceUrl).callback();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The provider advises against its development pages and keys, and against older runtimes, which the journeys use. */
function silenceAdvice() {
  for (const level of ["info", "warn"]) {
    const print = console[level];
    console[level] = (text, ...more) => String(text).includes("oidc-provider") || print(text, ...more);
  }
}

function createProvider(Provider, issuer, serviceUrl) {
  const client = {
    ...CLIENT,
    redirect_uris: [`${serviceUrl}/auth/oidc/callback`],
    post_logout_redirect_uris: [`${serviceUrl}/portal`],
  };
  return new Provider(issuer, {
    clients: [client],
    claims: { openid: ["sub"], profile: ["preferred_username"], groups: ["groups"] },
    cookies: { keys: ["journey"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, preferred_username: `${id}@city.example`, groups: GROUPS[id] ?? [] }),
    }),
  });
}

function run(command, options, input) {
  return new Promise((resolve, reject) => {
    const child = execFile(command, options, (error, _, log) =>
      error ? reject(new Error(`${command}: ${error.message}\n${log}`)) : resolve(),
    );
    child.stdin?.end(input);
  });
}
