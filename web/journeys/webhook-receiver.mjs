// A receiver of webhooks on loopback, which verifies signatures as Standard Webhooks describes.
import { createHmac } from "node:crypto";
import { createServer } from "node:http";

export class WebhookReceiver {
  received = [];
  secret = "";
  status = 204;
  server = createServer((request, response) => {
    void this.receive(request).then(() => response.writeHead(this.status).end());
  });

  async start() {
    await new Promise((listening) => this.server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${this.server.address().port}/lightning`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }

  async receive(request) {
    const parts = [];
    for await (const part of request) parts.push(part);
    const text = Buffer.concat(parts).toString();
    const header = (name) => String(request.headers[`webhook-${name}`] ?? "");
    const key = Buffer.from(this.secret.replace("whsec_", ""), "base64");
    const signed = `${header("id")}.${header("timestamp")}.${text}`;
    const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
    const isSigned = header("signature").split(" ").includes(expected);
    this.received.push({ id: header("id"), isSigned, body: JSON.parse(text) });
  }
}
