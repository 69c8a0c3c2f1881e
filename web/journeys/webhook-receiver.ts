// A receiver of webhooks on loopback, which verifies signatures as Standard Webhooks describes.
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedWebhook {
  id: string;
  isSigned: boolean;
  body: { type: string; data: { facilityName: string; to: string } };
}

export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  secret = "";
  /** Of the next responses. */
  status = 204;
  private server: Server | null = null;

  async start(): Promise<string> {
    const server = createServer((request, response) => {
      void this.receive(request).then(() => response.writeHead(this.status).end());
    });
    this.server = server;
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/lightning`;
  }

  stop(): void {
    this.server?.closeAllConnections();
    this.server?.close();
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const header = (name: string) => String(request.headers[`webhook-${name}`] ?? "");
    const key = Buffer.from(this.secret.replace("whsec_", ""), "base64");
    const expected = createHmac("sha256", key)
      .update(`${header("id")}.${header("timestamp")}.${text}`)
      .digest("base64");
    this.received.push({
      id: header("id"),
      isSigned: header("signature").split(" ").includes(`v1,${expected}`),
      body: JSON.parse(text) as ReceivedWebhook["body"],
    });
  }
}
