// Microsoft's client for JavaScript against the emulator. This file: tokens, folders, messages, batches and limits.
import { BatchRequestContent, BatchResponseContent, RetryHandlerOptions } from '@microsoft/microsoft-graph-client';
import { attachments, delta, sending, subscriptions } from './graph_changes.mjs';
import { all, clientWith, expectError, immutable } from './graph_support.mjs';
import { section, emulator, step, strikeReport } from './support.mjs';

async function token() {
  return step('the token endpoint returns a token', async (it) => {
    const got = await emulator.token();
    it.equals('token_type', got.token_type, 'Bearer');
    it.check('it lasts most of an hour', got.expires_in > 3000, got.expires_in);
    return clientWith(got.access_token);
  });
}

async function folders(client) {
  const root = `/users/${await emulator.openMailbox('js-folders')}/mailFolders`;
  const names = Array.from({ length: 12 }, (_, number) => `Station ${number}`);
  await step('creates 12 folders and lists each once in pages of 10', async (it) => {
    for (const displayName of names) it.equals(
      'created',
      (await client.api(root).post({ displayName })).displayName,
      displayName,
    );
    const { items, first } = await all(client, client.api(root));
    it.equals('first page', first.value.length, 10);
    it.check('there is a context', first['@odata.context']?.includes('/$metadata#users'), first['@odata.context']);
    it.equals('unique folders', new Set(items.map(({ id }) => id)).size, items.length);
    const listed = items.map(({ displayName }) => displayName);
    it.check(
      'every created folder is listed',
      names.every((name) => listed.includes(name)),
      listed,
    );
  });
  await step('lists child folders with and without hidden ones', async (it) => {
    const children = `${root}/inbox/childFolders`;
    await client.api(children).post({ displayName: 'Processed' });
    await client.api(children).post({ displayName: 'Unseen', isHidden: true });
    const open = await client.api(children).get();
    const full = await client.api(children).query({ includeHiddenFolders: 'true' }).get();
    it.equals(
      'visible',
      open.value.map(({ displayName }) => displayName),
      ['Processed'],
    );
    it.equals('all', full.value.map(({ displayName }) => displayName).sort(), ['Processed', 'Unseen']);
  });
  await step('get-or-create: 409, then found by a filter', async (it) => {
    await expectError(it, client.api(root).post({ displayName: 'Station 3' }), 409, 'ErrorFolderExists');
    const { value } = await client.api(root).filter("displayName eq 'Station 3'").get();
    it.equals(
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
  await step('a list is limited to fields, filtered, sorted and paged', async (it) => {
    const request = client
      .api(inbox)
      .select('subject,receivedDateTime')
      .filter('receivedDateTime ge 2026-03-01T08:01:00Z')
      .orderby('receivedDateTime desc')
      .top(5);
    const { items, first } = await all(client, request);
    it.equals('first page', first.value.length, 5);
    it.equals(
      'ids',
      items.map(({ id }) => id),
      ids.slice(1).reverse(),
    );
    it.equals(
      'fields',
      Object.keys(items[0])
        .filter((key) => !key.startsWith('@'))
        .sort(),
      ['id', 'receivedDateTime', 'subject'],
    );
    it.equals('date', items[0].receivedDateTime, '2026-03-01T08:11:00Z');
  });
  await step('every spelling of a path finds the same message', async (it) => {
    for (const path of [
      `/users/${address}/messages/${ids[5]}`,
      `/users/${address}/messages/${encodeURIComponent(ids[5])}`,
      `/users('${address}')/messages('${ids[5]}')`,
      `/Users/${address}/MailFolders/INBOX/Messages/${ids[5]}`,
      `/users/${address.toUpperCase()}/mailfolders('Inbox')/messages('${ids[5]}')`,
    ]) {
      it.equals(path, (await client.api(path).headers(immutable).select('id').get()).id, ids[5]);
    }
  });
  await step('marks as read and sets categories', async (it) => {
    const one = `/users/${address}/messages/${ids[2]}`;
    const changed = await client
      .api(one)
      .headers(immutable)
      .patch({ isRead: true, categories: ['Storm'] });
    it.equals('changed', [changed.id, changed.isRead, changed.categories], [ids[2], true, ['Storm']]);
    const { value } = await client.api(inbox).headers(immutable).filter('isRead eq true').get();
    it.equals(
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
    it.equals('status, id', [it.status, moved.id], [201, ids[0]]);
    const before = (await client.api(`/users/${address}/messages/${ids[1]}`).get()).id;
    const after = (await client.api(`/users/${address}/messages/${before}/move`).post({ destinationId: 'archive' })).id;
    it.equals('ids', new Set([ids[1], before, after]).size, 3);
    await expectError(it, client.api(`/users/${address}/messages/${before}`).get(), 404, 'ErrorItemNotFound');
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
  await step('parts run in order and return bodies', async (it) => {
    const responses = await send([
      part('mark', undefined, url, { method: 'PATCH', body: JSON.stringify({ isRead: true }) }),
      part('read', ['mark'], url),
      part('drop', ['read'], url, { method: 'DELETE' }),
    ]);
    it.equals(
      'statuses',
      ['mark', 'read', 'drop'].map((id) => responses.getResponseById(id).status),
      [200, 200, 204],
    );
    const read = await responses.getResponseById('read').json();
    it.equals('read', [read.subject, read.isRead], ['Strike report 01', true]);
  });
  await step('a failed part returns its error; a part that depends on it is not run', async (it) => {
    const missing = `${emulator.base}users/${address}/messages/no-such-id`;
    const responses = await send([part('miss', undefined, missing), part('after', ['miss'], url)]);
    it.equals(
      'statuses',
      ['miss', 'after'].map((id) => responses.getResponseById(id).status),
      [400, 424],
    );
    it.equals('code', (await responses.getResponseById('miss').json()).error.code, 'ErrorInvalidIdMalformed');
  });
}

async function limits(client) {
  const address = await emulator.openMailbox('js-limits');
  const listFolders = (from) =>
    from
      .api(`/users/${address}/mailFolders`)
      .middlewareOptions([new RetryHandlerOptions(1, 10)])
      .get();
  await step('throttled calls are retried until they succeed', async (it) => {
    const before = await emulator.calls();
    let sent = 0;
    await emulator.faults({ status429: 0.5, seed: 7 });
    try {
      for (; sent < 8 && (await emulator.calls()) - before === sent; sent += 1) it.hasFields(await listFolders(client), 'value');
    } finally {
      await emulator.faults({});
    }
    const seen = (await emulator.calls()) - before;
    it.check(`the emulator received more than ${sent} calls`, seen > sent, seen);
    it.equals('recorded calls', it.calls.length, seen);
  });
  await step('a malformed id and an invalid token are rejected', async (it) => {
    await expectError(it, client.api(`/users/${address}/messages/no-such-id`).get(), 400, 'ErrorInvalidIdMalformed');
    await expectError(it, listFolders(clientWith('no-token-at-all')), 401, 'InvalidAuthenticationToken');
  });
}

const client = await section(token);
for (const work of [folders, messages, delta, attachments, subscriptions, sending, batch, limits]) await section(work, client);
