// Microsoft's client for JavaScript against the emulator. This file: tokens, folders, messages, batches and limits.
import { BatchRequestContent, BatchResponseContent, RetryHandlerOptions } from '@microsoft/microsoft-graph-client';
import { attachments, delta, sending, subscriptions } from './graph_changes.mjs';
import { all, clientWith, immutable, refused } from './graph_wire.mjs';
import { chapter, emulator, step, strikeReport } from './witness.mjs';

async function token() {
  return step('a token comes from the token endpoint', async (it) => {
    const got = await emulator.token();
    it.same('token_type', got.token_type, 'Bearer');
    it.holds('it lasts most of an hour', got.expires_in > 3000, got.expires_in);
    return clientWith(got.access_token);
  });
}

async function folders(client) {
  const root = `/users/${await emulator.openMailbox('js-folders')}/mailFolders`;
  const names = Array.from({ length: 12 }, (_, number) => `Station ${number}`);
  await step('12 folders made, listed over pages of 10, each once', async (it) => {
    for (const displayName of names) it.same('made', (await client.api(root).post({ displayName })).displayName, displayName);
    const { items, first } = await all(client, client.api(root));
    it.same('first page', first.value.length, 10);
    it.holds('a context is named', first['@odata.context']?.includes('/$metadata#users'), first['@odata.context']);
    it.same('doubles', new Set(items.map(({ id }) => id)).size, items.length);
    const listed = items.map(({ displayName }) => displayName);
    it.holds(
      'every folder made is in it',
      names.every((name) => listed.includes(name)),
      listed,
    );
  });
  await step('child folders, a hidden one among them', async (it) => {
    const children = `${root}/inbox/childFolders`;
    await client.api(children).post({ displayName: 'Processed' });
    await client.api(children).post({ displayName: 'Unseen', isHidden: true });
    const open = await client.api(children).get();
    const full = await client.api(children).query({ includeHiddenFolders: 'true' }).get();
    it.same(
      'open',
      open.value.map(({ displayName }) => displayName),
      ['Processed'],
    );
    it.same('full', full.value.map(({ displayName }) => displayName).sort(), ['Processed', 'Unseen']);
  });
  await step('get-or-create: 409, then found by filter', async (it) => {
    await refused(it, client.api(root).post({ displayName: 'Station 3' }), 409, 'ErrorFolderExists');
    const { value } = await client.api(root).filter("displayName eq 'Station 3'").get();
    it.same(
      'found',
      value.map(({ displayName }) => displayName),
      ['Station 3'],
    );
  });
}

async function messages(client) {
  const address = await emulator.openMailbox('js-messages');
  const inbox = `/users/${address}/mailFolders('inbox')/messages`;
  const ids = [];
  for (let number = 0; number < 12; number += 1) ids.push(await emulator.deliver(address, strikeReport(number)));
  await step('a list is selected, filtered, ordered and paged', async (it) => {
    const request = client
      .api(inbox)
      .select('subject,receivedDateTime')
      .filter('receivedDateTime ge 2026-03-01T08:01:00Z')
      .orderby('receivedDateTime desc')
      .top(5);
    const { items, first } = await all(client, request);
    it.same('first page', first.value.length, 5);
    it.same(
      'ids',
      items.map(({ id }) => id),
      ids.slice(1).reverse(),
    );
    it.same(
      'fields',
      Object.keys(items[0])
        .filter((key) => !key.startsWith('@'))
        .sort(),
      ['id', 'receivedDateTime', 'subject'],
    );
    it.same('date', items[0].receivedDateTime, '2026-03-01T08:11:00Z');
  });
  await step('every spelling of a path leads to the same message', async (it) => {
    for (const path of [
      `/users/${address}/messages/${ids[5]}`,
      `/users/${address}/messages/${encodeURIComponent(ids[5])}`,
      `/users('${address}')/messages('${ids[5]}')`,
      `/Users/${address}/MailFolders/INBOX/Messages/${ids[5]}`,
      `/users/${address.toUpperCase()}/mailfolders('Inbox')/messages('${ids[5]}')`,
    ]) {
      it.same(path, (await client.api(path).headers(immutable).select('id').get()).id, ids[5]);
    }
  });
  await step('marking as read and categories', async (it) => {
    const one = `/users/${address}/messages/${ids[2]}`;
    const changed = await client
      .api(one)
      .headers(immutable)
      .patch({ isRead: true, categories: ['Storm'] });
    it.same('changed', [changed.id, changed.isRead, changed.categories], [ids[2], true, ['Storm']]);
    const { value } = await client.api(inbox).headers(immutable).filter('isRead eq true').get();
    it.same(
      'found by read state',
      value.map(({ id }) => id),
      [ids[2]],
    );
  });
  await step('a move with immutable ids keeps the id, one with default ids does not', async (it) => {
    const moved = await client
      .api(`/users/${address}/messages/${ids[0]}/move`)
      .headers(immutable)
      .post({ destinationId: 'archive' });
    it.same('status, id', [it.status, moved.id], [201, ids[0]]);
    const before = (await client.api(`/users/${address}/messages/${ids[1]}`).get()).id;
    const after = (await client.api(`/users/${address}/messages/${before}/move`).post({ destinationId: 'archive' })).id;
    it.same('ids', new Set([ids[1], before, after]).size, 3);
    await refused(it, client.api(`/users/${address}/messages/${before}`).get(), 404, 'ErrorItemNotFound');
  });
}

async function batch(client) {
  const address = await emulator.openMailbox('js-batch');
  const url = `${emulator.base}users/${address}/messages/${await emulator.deliver(address, strikeReport(1))}`;
  const part = (id, dependsOn, target, options) => ({
    id,
    dependsOn,
    request: new Request(target, { headers: { ...immutable, 'Content-Type': 'application/json' }, ...options }),
  });
  const send = async (parts) =>
    new BatchResponseContent(await client.api('/$batch').post(await new BatchRequestContent(parts).getContent()));
  await step('parts run one after the other and answer with bodies', async (it) => {
    const answers = await send([
      part('mark', undefined, url, { method: 'PATCH', body: JSON.stringify({ isRead: true }) }),
      part('read', ['mark'], url),
      part('drop', ['read'], url, { method: 'DELETE' }),
    ]);
    it.same(
      'statuses',
      ['mark', 'read', 'drop'].map((id) => answers.getResponseById(id).status),
      [200, 200, 204],
    );
    const read = await answers.getResponseById('read').json();
    it.same('read', [read.subject, read.isRead], ['Strike report 01', true]);
  });
  await step('a part that fails is told for itself; one that depends on it is not tried', async (it) => {
    const missing = `${emulator.base}users/${address}/messages/no-such-id`;
    const answers = await send([part('miss', undefined, missing), part('after', ['miss'], url)]);
    it.same(
      'statuses',
      ['miss', 'after'].map((id) => answers.getResponseById(id).status),
      [400, 424],
    );
    it.same('code', (await answers.getResponseById('miss').json()).error.code, 'ErrorInvalidIdMalformed');
  });
}

async function limits(client) {
  const address = await emulator.openMailbox('js-limits');
  const ask = (from) =>
    from
      .api(`/users/${address}/mailFolders`)
      .middlewareOptions([new RetryHandlerOptions(1, 10)])
      .get();
  await step('calls refused with 429 are repeated until they pass', async (it) => {
    const before = await emulator.calls();
    let made = 0;
    await emulator.faults({ status429: 0.5, seed: 7 });
    try {
      for (; made < 8 && (await emulator.calls()) - before === made; made += 1) it.present(await ask(client), 'value');
    } finally {
      await emulator.faults({});
    }
    const seen = (await emulator.calls()) - before;
    it.holds(`the emulator saw more than ${made} calls`, seen > made, seen);
    it.same('calls on the wire', it.calls.length, seen);
  });
  await step('a malformed id and a bad token are refused', async (it) => {
    await refused(it, client.api(`/users/${address}/messages/no-such-id`).get(), 400, 'ErrorInvalidIdMalformed');
    await refused(it, ask(clientWith('no-token-at-all')), 401, 'InvalidAuthenticationToken');
  });
}

const client = await chapter(token);
for (const work of [folders, messages, delta, attachments, subscriptions, sending, batch, limits]) await chapter(work, client);
