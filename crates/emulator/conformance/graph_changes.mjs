// Delta, attachments, subscriptions and sending through Microsoft's client for JavaScript.
import { ResponseType } from '@microsoft/microsoft-graph-client';
import { all, expectError, immutable } from './graph_support.mjs';
import { emulator, messageWithAttachments, openReceiver, step, strikeReport } from './support.mjs';

const small = { Prefer: 'IdType="ImmutableId", odata.maxpagesize=3' };
const inDays = (days) => new Date(Date.now() + days * 86_400_000).toISOString();
const sorted = (ids) => [...ids].sort();

export async function delta(client) {
  const address = await emulator.openMailbox('js-delta');
  const ids = [];
  for (let number = 0; number < 7; number += 1) ids.push(await emulator.deliver(address, strikeReport(number)));
  const first = await step('the first round ends with a delta link', async (it) => {
    const round = await all(
      client,
      client.api(`/users/${address}/mailFolders/inbox/messages/delta`).select('subject,isRead'),
      small,
    );
    it.equals('ids', sorted(round.items.map(({ id }) => id)), sorted(ids));
    it.check('pages are small', round.first.value.length <= 3, round.first.value.length);
    return round;
  });
  await step('the second round returns new, removed and read messages', async (it) => {
    const fresh = await emulator.deliver(address, strikeReport(30));
    await client.api(`/users/${address}/messages/${ids[0]}`).headers(immutable).delete();
    await client.api(`/users/${address}/messages/${ids[1]}`).headers(immutable).patch({ isRead: true });
    const { items } = await all(client, client.api(first.deltaLink), small);
    it.equals('ids', sorted(items.map(({ id }) => id)), sorted([fresh, ids[0], ids[1]]));
    it.equals('removed', items.find(({ id }) => id === ids[0])?.['@removed'], { reason: 'deleted' });
    it.equals('read', items.find(({ id }) => id === ids[1])?.isRead, true);
  });
}

export async function attachments(client) {
  const address = await emulator.openMailbox('js-attachments');
  const source = messageWithAttachments();
  const one = `/users/${address}/messages/${await emulator.deliver(address, source)}`;
  const list = await step('lists attachments of every kind with their properties', async (it) => {
    const { value } = await client.api(`${one}/attachments`).headers(immutable).get();
    it.equals(
      'kinds',
      value.map((each) => each['@odata.type']),
      source.attachments.map((each) => each['@odata.type']),
    );
    it.equals('bytes', value[0].contentBytes, source.attachments[0].contentBytes);
    for (const each of value) it.hasFields(each, 'id', 'name', 'size', 'isInline', 'lastModifiedDateTime');
    it.check('only files have bytes', !('contentBytes' in value[2]) && !('contentBytes' in value[3]), value[3]);
    return value;
  });
  await step('selected fields omit the bytes', async (it) => {
    const { value } = await client.api(`${one}/attachments`).headers(immutable).select('id,name,contentType,size,isInline').get();
    it.equals(
      'names',
      value.map(({ name }) => name),
      source.attachments.map(({ name }) => name),
    );
    it.check(
      'there are no bytes',
      value.every((each) => !('contentBytes' in each)),
      value[0],
    );
  });
  await step('$value returns a file and the message', async (it) => {
    const bytes = await client.api(`${one}/attachments/${list[0].id}/$value`).responseType(ResponseType.ARRAYBUFFER).get();
    it.equals('bytes', Buffer.from(bytes).toString('base64'), source.attachments[0].contentBytes);
    const mime = await client.api(`${one}/$value`).responseType(ResponseType.TEXT).get();
    it.check('MIME has the subject', /^Subject: Strike report with attachments\r$/m.test(mime), mime.slice(0, 400));
  });
}

export async function subscriptions(client) {
  const address = await emulator.openMailbox('js-subscriptions');
  const receiver = await openReceiver();
  const wanted = {
    changeType: 'created',
    resource: `/users/${address}/mailFolders('inbox')/messages`,
    clientState: 'client state',
    expirationDateTime: inDays(2),
  };
  try {
    await step('a wrong validation response is rejected', async (it) => {
      await expectError(
        it,
        client.api('/subscriptions').post({ ...wanted, notificationUrl: receiver.url('/wrong') }),
        400,
        'ValidationError',
      );
      it.equals('validations', receiver.validations, ['/wrong']);
    });
    const created = await step('a subscription is created after the validation', async (it) => {
      const response = await client
        .api('/subscriptions')
        .headers(immutable)
        .post({ ...wanted, notificationUrl: receiver.url('/echo?k=v') });
      it.equals('status, state', [it.status, response.clientState], [201, 'client state']);
      it.check(
        'the expiration has seven digits and Z',
        /\.\d{7}Z$/.test(response.expirationDateTime),
        response.expirationDateTime,
      );
      return response;
    });
    await step('a delivered message causes a notification', async (it) => {
      const message = await emulator.deliver(address, strikeReport(1));
      const notification = await receiver.waitFor(({ subscriptionId }) => subscriptionId === created.id);
      it.equals(
        'state, type, id',
        [notification.clientState, notification.changeType, notification.resourceData.id],
        ['client state', 'created', message],
      );
    });
    await step('it is renewed, read without clientState and deleted', async (it) => {
      const one = `/subscriptions/${created.id}`;
      const renewed = await client.api(one).patch({ expirationDateTime: inDays(4) });
      it.check('the expiration is later', renewed.expirationDateTime > created.expirationDateTime, renewed.expirationDateTime);
      it.equals('state', (await client.api(one).get()).clientState, null);
      await client.api(one).delete();
      it.equals('status', it.status, 204);
      await expectError(it, client.api(one).get(), 404, 'ResourceNotFound');
    });
  } finally {
    receiver.close();
  }
}

export async function sending(client) {
  const [sender, reader] = [await emulator.openMailbox('js-sender'), await emulator.openMailbox('js-reader')];
  await step('sent mail is delivered, and not saved if not requested', async (it) => {
    const message = {
      subject: 'All clear',
      body: { contentType: 'Text', content: 'Over.' },
      toRecipients: [{ emailAddress: { address: reader } }],
    };
    await client.api(`/users/${sender}/sendMail`).post({ message, saveToSentItems: 'false' });
    it.equals('status', it.status, 202);
    const { value } = await client.api(`/users/${reader}/mailFolders/inbox/messages`).get();
    it.equals(
      'delivered',
      value.map((each) => [each.subject, each.from.emailAddress.address]),
      [['All clear', sender]],
    );
    it.equals('saved', (await client.api(`/users/${sender}/mailFolders/sentitems/messages`).get()).value, []);
  });
}
