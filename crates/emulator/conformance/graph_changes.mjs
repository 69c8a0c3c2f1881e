// Delta, attachments, subscriptions and sending through Microsoft's client for JavaScript.
import { ResponseType } from '@microsoft/microsoft-graph-client';
import { all, immutable, refused } from './graph_wire.mjs';
import { emulator, letterWithAttachments, openReceiver, step, strikeReport } from './witness.mjs';

const small = { Prefer: 'IdType="ImmutableId", odata.maxpagesize=3' };
const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
const sorted = (ids) => [...ids].sort();

export async function delta(client) {
  const address = await emulator.openMailbox('js-delta');
  const ids = [];
  for (let number = 0; number < 7; number += 1) ids.push(await emulator.deliver(address, strikeReport(number)));
  const first = await step('the first round walks to a delta link', async (it) => {
    const round = await all(
      client,
      client.api(`/users/${address}/mailFolders/inbox/messages/delta`).select('subject,isRead'),
      small,
    );
    it.same('ids', sorted(round.items.map(({ id }) => id)), sorted(ids));
    it.holds('pages are small', round.first.value.length <= 3, round.first.value.length);
    return round;
  });
  await step('the second tells new, removed and read', async (it) => {
    const fresh = await emulator.deliver(address, strikeReport(30));
    await client.api(`/users/${address}/messages/${ids[0]}`).headers(immutable).delete();
    await client.api(`/users/${address}/messages/${ids[1]}`).headers(immutable).patch({ isRead: true });
    const { items } = await all(client, client.api(first.deltaLink), small);
    it.same('ids', sorted(items.map(({ id }) => id)), sorted([fresh, ids[0], ids[1]]));
    it.same('removed', items.find(({ id }) => id === ids[0])?.['@removed'], { reason: 'deleted' });
    it.same('read', items.find(({ id }) => id === ids[1])?.isRead, true);
  });
}

export async function attachments(client) {
  const address = await emulator.openMailbox('js-attachments');
  const letter = letterWithAttachments();
  const one = `/users/${address}/messages/${await emulator.deliver(address, letter)}`;
  const list = await step('attachments of every kind are listed with their keys', async (it) => {
    const { value } = await client.api(`${one}/attachments`).headers(immutable).get();
    it.same(
      'kinds',
      value.map((each) => each['@odata.type']),
      letter.attachments.map((each) => each['@odata.type']),
    );
    it.same('bytes', value[0].contentBytes, letter.attachments[0].contentBytes);
    for (const each of value) it.present(each, 'id', 'name', 'size', 'isInline', 'lastModifiedDateTime');
    it.holds('only files hold bytes', !('contentBytes' in value[2]) && !('contentBytes' in value[3]), value[3]);
    return value;
  });
  await step('selected fields leave the bytes out', async (it) => {
    const { value } = await client.api(`${one}/attachments`).headers(immutable).select('id,name,contentType,size,isInline').get();
    it.same(
      'names',
      value.map(({ name }) => name),
      letter.attachments.map(({ name }) => name),
    );
    it.holds(
      'no bytes come',
      value.every((each) => !('contentBytes' in each)),
      value[0],
    );
  });
  await step('$value of a file and of the message', async (it) => {
    const bytes = await client.api(`${one}/attachments/${list[0].id}/$value`).responseType(ResponseType.ARRAYBUFFER).get();
    it.same('bytes', Buffer.from(bytes).toString('base64'), letter.attachments[0].contentBytes);
    const mime = await client.api(`${one}/$value`).responseType(ResponseType.TEXT).get();
    it.holds('MIME has the subject', /^Subject: Strike report with attachments\r$/m.test(mime), mime.slice(0, 400));
  });
}

export async function subscriptions(client) {
  const address = await emulator.openMailbox('js-subscriptions');
  const receiver = await openReceiver();
  const wanted = {
    changeType: 'created',
    resource: `/users/${address}/mailFolders('inbox')/messages`,
    clientState: 'between us',
    expirationDateTime: inDays(2),
  };
  try {
    await step('a handshake answered wrongly is refused', async (it) => {
      await refused(
        it,
        client.api('/subscriptions').post({ ...wanted, notificationUrl: receiver.url('/wrong') }),
        400,
        'ValidationError',
      );
      it.same('handshakes', receiver.handshakes, ['/wrong']);
    });
    const made = await step('a subscription is created after its handshake', async (it) => {
      const answer = await client
        .api('/subscriptions')
        .headers(immutable)
        .post({ ...wanted, notificationUrl: receiver.url('/echo?k=v') });
      it.same('status, state', [it.status, answer.clientState], [201, 'between us']);
      it.holds('the expiry has seven digits and Z', /\.\d{7}Z$/.test(answer.expirationDateTime), answer.expirationDateTime);
      return answer;
    });
    await step('a delivered message is notified', async (it) => {
      const message = await emulator.deliver(address, strikeReport(1));
      const note = await receiver.waitFor(({ subscriptionId }) => subscriptionId === made.id);
      it.same('state, type, id', [note.clientState, note.changeType, note.resourceData.id], ['between us', 'created', message]);
    });
    await step('it is renewed, read without its state, deleted, and then gone', async (it) => {
      const one = `/subscriptions/${made.id}`;
      const renewed = await client.api(one).patch({ expirationDateTime: inDays(4) });
      it.holds('the expiry is later', renewed.expirationDateTime > made.expirationDateTime, renewed.expirationDateTime);
      it.same('state', (await client.api(one).get()).clientState, null);
      await client.api(one).delete();
      it.same('status', it.status, 204);
      await refused(it, client.api(one).get(), 404, 'ResourceNotFound');
    });
  } finally {
    receiver.close();
  }
}

export async function sending(client) {
  const [sender, reader] = [await emulator.openMailbox('js-sender'), await emulator.openMailbox('js-reader')];
  await step('sent mail arrives, and is not kept when not asked for', async (it) => {
    const message = {
      subject: 'All clear',
      body: { contentType: 'Text', content: 'Over.' },
      toRecipients: [{ emailAddress: { address: reader } }],
    };
    await client.api(`/users/${sender}/sendMail`).post({ message, saveToSentItems: 'false' });
    it.same('status', it.status, 202);
    const { value } = await client.api(`/users/${reader}/mailFolders/inbox/messages`).get();
    it.same(
      'arrived',
      value.map((each) => [each.subject, each.from.emailAddress.address]),
      [['All clear', sender]],
    );
    it.same('kept', (await client.api(`/users/${sender}/mailFolders/sentitems/messages`).get()).value, []);
  });
}
