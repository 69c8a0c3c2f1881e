// Support for the JavaScript client: report lines (see report.py), the emulator's control API, and a server that receives
// notifications.
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { inspect, isDeepStrictEqual } from 'node:util';

const { EMULATOR_HTTP: http, EMULATOR_HTTPS: https, CONFORMANCE_RECORD: record, CONFORMANCE_MESSAGES: messages } = process.env;
const plainFetch = globalThis.fetch;
const timeoutMs = 30_000;

class Step {
  failures = [];
  calls = [];

  equals(what, actual, expected) {
    this.check(`${what} is ${inspect(expected)}`, isDeepStrictEqual(actual, expected), actual);
  }

  check(what, isTrue, actual) {
    if (!isTrue) this.failures.push(`expected that ${what}, got ${inspect(actual)}`);
  }

  hasFields(item, ...fields) {
    const missing = fields.filter((field) => item[field] === undefined || item[field] === null);
    this.check(`there are ${fields.join(', ')}`, missing.length === 0, `no ${missing.join(', ')}`);
  }

  get status() {
    return this.calls.at(-1)?.status;
  }
}

let current;

/** The client uses the global fetch, so this records every request, including retries. */
globalThis.fetch = async (request, options) => {
  const url = new URL(typeof request === 'string' ? request : request.url);
  if (url.hostname !== '127.0.0.1') throw new Error(`conformance clients may only connect to loopback, not ${url}`);
  const response = await plainFetch(request, options);
  current?.calls.push({ call: `${options?.method ?? 'GET'} ${url.pathname}${url.search}`, status: response.status });
  return response;
};

export async function step(expect, work) {
  const here = (current = new Step());
  try {
    return await work(here);
  } catch (error) {
    here.failures.push(`${error.name} ${error.statusCode ?? ''} ${error.code ?? ''}: ${error.message}`);
    throw new SectionAborted();
  } finally {
    current = undefined;
    write(expect, here);
  }
}

class SectionAborted extends Error {}

export async function section(work, client) {
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof SectionAborted) return undefined;
    const failed = new Step();
    failed.failures.push(String(error));
    write(`section ${work.name} runs to its end`, failed);
  }
}

function write(expect, { calls, failures }) {
  const line = {
    client: 'graph-client (JS)',
    call: calls.map(({ call }) => call),
    expect,
    status: calls.map(({ status }) => status),
    ok: failures.length === 0,
    detail: failures.join('; '),
  };
  appendFileSync(record, `${JSON.stringify(line)}\n`);
}

async function control(method, path, body, type = 'application/json') {
  const response = await plainFetch(`${http}/_emulator${path}`, {
    method,
    headers: { 'Content-Type': type },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} /_emulator${path}: ${response.status} ${await response.text()}`);
  const text = await response.text();
  return text ? JSON.parse(text) : undefined;
}

export const emulator = {
  base: `${https}/`,
  tenant: '5b1f3c2a-7d64-4e0f-9a51-0c2d8e6f7a10',
  async openMailbox(name) {
    const address = `${name}@conformance.example`;
    await control('POST', '/mailboxes', { address });
    return address;
  },
  deliver: async (address, message) => (await control('POST', `/mailboxes/${address}/deliver?folder=Inbox`, message)).id,
  faults: (which) => control('POST', '/faults', which),
  /** All Graph calls so far, including rejected ones. */
  async calls() {
    const { calls } = await control('GET', '/stats');
    return Object.values(calls).reduce((sum, count) => sum + count, 0);
  },
  /** The client cannot get tokens itself; its users write this. */
  async token() {
    const form = {
      client_id: 'js',
      client_secret: 'any',
      scope: 'https://graph.microsoft.com/.default',
      grant_type: 'client_credentials',
    };
    const response = await fetch(
      `${https}/${this.tenant}/oauth2/v2.0/token`,
      { method: 'POST', body: new URLSearchParams(form) },
    );
    return response.json();
  },
};

export function strikeReport(number) {
  const twoDigits = String(number).padStart(2, '0');
  return {
    subject: `Strike report ${twoDigits}`,
    body: { contentType: 'html', content: `<html><body><p>Strike <b>${number}</b></p></body></html>` },
    from: { emailAddress: { name: 'Lightning desk', address: 'desk@lightning.example' } },
    toRecipients: [{ emailAddress: { name: 'Duty', address: 'duty@conformance.example' } }],
    receivedDateTime: `2026-03-01T08:${twoDigits}:00Z`,
  };
}

export const messageWithAttachments = () => JSON.parse(readFileSync(`${messages}/attachments.json`, 'utf8'));

/** `/wrong` responds to the validation with another text, every other path as Graph requires. */
export async function openReceiver() {
  const notifications = [];
  const waiting = new Set();
  const validations = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    const token = url.searchParams.get('validationToken');
    let body = '';
    for await (const chunk of request) body += chunk;
    if (token === null) {
      notifications.push(...JSON.parse(body).value);
      for (const check of waiting) check();
      response.writeHead(202).end();
    } else {
      validations.push(url.pathname);
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(url.pathname === '/wrong' ? 'OK' : token);
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    validations,
    url: (path) => `http://127.0.0.1:${server.address().port}${path}`,
    close: () => server.close(),
    /** The first notification that matches, already received or still to come. */
    waitFor: (matches) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(
          () => reject(new Error(`no matching notification in ${timeoutMs} ms, only ${inspect(notifications)}`)),
          timeoutMs,
        );
        const check = () => {
          const notification = notifications.find(matches);
          if (notification === undefined) return;
          clearTimeout(timeout);
          waiting.delete(check);
          resolve(notification);
        };
        waiting.add(check);
        check();
      }),
  };
}
