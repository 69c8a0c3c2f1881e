// Support for the JavaScript client: report lines (see report.py), the emulator's control API, and a server that receives
// notifications.
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { inspect, isDeepStrictEqual } from 'node:util';

const { EMULATOR_HTTP: http, EMULATOR_HTTPS: https, CONFORMANCE_RECORD: record, CONFORMANCE_LETTERS: letters } = process.env;
const plainFetch = globalThis.fetch;
const patienceMs = 30_000;

class Step {
  faults = [];
  calls = [];

  same(what, got, wanted) {
    this.holds(`${what} is ${inspect(wanted)}`, isDeepStrictEqual(got, wanted), got);
  }

  holds(what, truth, got) {
    if (!truth) this.faults.push(`expected that ${what}, got ${inspect(got)}`);
  }

  present(thing, ...fields) {
    const missing = fields.filter((field) => thing[field] === undefined || thing[field] === null);
    this.holds(`there are ${fields.join(', ')}`, missing.length === 0, `nothing in ${missing.join(', ')}`);
  }

  get status() {
    return this.calls.at(-1)?.status;
  }
}

let current;

/** The client takes the global fetch; what passes here is what it sent, repeated calls included. */
globalThis.fetch = async (request, options) => {
  const url = new URL(typeof request === 'string' ? request : request.url);
  if (url.hostname !== '127.0.0.1') throw new Error(`conformance clients stay on loopback, not ${url}`);
  const answer = await plainFetch(request, options);
  current?.calls.push({ call: `${options?.method ?? 'GET'} ${url.pathname}${url.search}`, status: answer.status });
  return answer;
};

export async function step(expect, work) {
  const here = (current = new Step());
  try {
    return await work(here);
  } catch (error) {
    here.faults.push(`${error.name} ${error.statusCode ?? ''} ${error.code ?? ''}: ${error.message}`);
    throw new ChapterEnded();
  } finally {
    current = undefined;
    write(expect, here);
  }
}

class ChapterEnded extends Error {}

export async function chapter(work, client) {
  try {
    return await work(client);
  } catch (error) {
    if (error instanceof ChapterEnded) return undefined;
    const broken = new Step();
    broken.faults.push(String(error));
    write(`the chapter on ${work.name} is read to its end`, broken);
  }
}

function write(expect, { calls, faults }) {
  const line = {
    client: 'graph-client (JS)',
    call: calls.map(({ call }) => call),
    expect,
    status: calls.map(({ status }) => status),
    ok: faults.length === 0,
    detail: faults.join('; '),
  };
  appendFileSync(record, `${JSON.stringify(line)}\n`);
}

async function control(method, path, body, type = 'application/json') {
  const answer = await plainFetch(`${http}/_emulator${path}`, {
    method,
    headers: { 'Content-Type': type },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} /_emulator${path}: ${answer.status} ${await answer.text()}`);
  const text = await answer.text();
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
  deliver: async (address, letter) => (await control('POST', `/mailboxes/${address}/deliver?folder=Inbox`, letter)).id,
  faults: (which) => control('POST', '/faults', which),
  /** All Graph calls so far, refused ones too. */
  async calls() {
    const { calls } = await control('GET', '/stats');
    return Object.values(calls).reduce((sum, count) => sum + count, 0);
  },
  /** The client itself has no way to get a token; this is what its users write. */
  async token() {
    const form = {
      client_id: 'js',
      client_secret: 'any',
      scope: 'https://graph.microsoft.com/.default',
      grant_type: 'client_credentials',
    };
    const answer = await fetch(`${https}/${this.tenant}/oauth2/v2.0/token`, { method: 'POST', body: new URLSearchParams(form) });
    return answer.json();
  },
};

export function strikeReport(number) {
  const two = String(number).padStart(2, '0');
  return {
    subject: `Strike report ${two}`,
    body: { contentType: 'html', content: `<html><body><p>Strike <b>${number}</b></p></body></html>` },
    from: { emailAddress: { name: 'Lightning desk', address: 'desk@lightning.example' } },
    toRecipients: [{ emailAddress: { name: 'Duty', address: 'duty@conformance.example' } }],
    receivedDateTime: `2026-03-01T08:${two}:00Z`,
  };
}

export const letterWithAttachments = () => JSON.parse(readFileSync(`${letters}/attachments.json`, 'utf8'));

/** `/wrong` answers the handshake with another text, every other path as Graph wants it. */
export async function openReceiver() {
  const told = [];
  const waiting = new Set();
  const handshakes = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://127.0.0.1');
    const token = url.searchParams.get('validationToken');
    let body = '';
    for await (const chunk of request) body += chunk;
    if (token === null) {
      told.push(...JSON.parse(body).value);
      for (const look of waiting) look();
      response.writeHead(202).end();
    } else {
      handshakes.push(url.pathname);
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(url.pathname === '/wrong' ? 'OK' : token);
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    handshakes,
    url: (path) => `http://127.0.0.1:${server.address().port}${path}`,
    close: () => server.close(),
    /** The first notification that fits, come already or still to come. */
    waitFor: (fits) =>
      new Promise((found, lost) => {
        const late = setTimeout(
          () => lost(new Error(`no such notification in ${patienceMs} ms, only ${inspect(told)}`)),
          patienceMs,
        );
        const look = () => {
          const note = told.find(fits);
          if (note === undefined) return;
          clearTimeout(late);
          waiting.delete(look);
          found(note);
        };
        waiting.add(look);
        look();
      }),
  };
}
