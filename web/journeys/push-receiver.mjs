// A push service and a browser's keys: receives messages of the real binary, verifies who sent them and decrypts them.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer } from "node:http";

export async function startPushReceiver() {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const received = [];
  const waiting = [];
  const server = createServer((request, response) => {
    const message = readBody(request).then((body) => open(request.headers, body, { browser, auth }));
    // A message that cannot be read fails the journey when it asks for it.
    message.catch(() => undefined);
    const taker = waiting.shift();
    if (taker === undefined) received.push(message);
    else taker(message);
    message.then(
      () => response.writeHead(201).end(),
      () => response.writeHead(400).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    subscription: {
      endpoint: `http://127.0.0.1:${port}/browser`,
      p256dh: browser.getPublicKey("base64url"),
      auth: auth.toString("base64url"),
    },
    next: () => received.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function open(headers, body, keys) {
  return { headers, claims: verifySender(headers.authorization ?? ""), text: decrypt(body, keys) };
}

/** RFC 8292. */
function verifySender(authorization) {
  const [, token = "", key = ""] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({
    key: { kty: "EC", crv: "P-256", x, y },
    format: "jwk",
  });
  const [header = "", claims = "", signature = ""] = token.split(".");
  const signed = Buffer.from(`${header}.${claims}`);
  const isValid = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isValid) throw new Error("the signature of the sender is wrong");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

/** RFC 8291. */
function decrypt(body, { browser, auth }) {
  const salt = body.subarray(0, 16);
  const senderLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderLength);
  const record = body.subarray(21 + senderLength);
  const shared = browser.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
  const derive = (purpose, length) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${purpose}\0`, length));
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  if (text.at(-1) !== 2) throw new Error("the record does not say that it is the last one");
  return text.subarray(0, -1).toString();
}
