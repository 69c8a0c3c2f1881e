// Microsoft's client for JavaScript, connected to the emulator over TLS: over plain HTTP it sends no token and breaks links.
import { Client, GraphError, PageIterator } from '@microsoft/microsoft-graph-client';
import { emulator } from './support.mjs';

export const immutable = { Prefer: 'IdType="ImmutableId"' };

export function clientWith(token) {
  const authProvider = { getAccessToken: async () => token };
  return Client.initWithMiddleware({
    authProvider,
    baseUrl: emulator.base,
    defaultVersion: 'v1.0',
    customHosts: new Set(['127.0.0.1']),
  });
}

/** The client must have parsed Graph's error object, not just the status. */
export async function expectError(it, call, status, code) {
  try {
    it.check(`the response is ${status}`, false, await call);
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    it.equals('status, code', [error.statusCode, error.code], [status, code]);
    it.check('there is a message', error.message.length > 0, error.message);
    it.equals('requestId', error.requestId, error.headers.get('request-id'));
    it.check('there is a date', !Number.isNaN(error.date.getTime()), error.date);
  }
}

/** Follows next links with the client's page iterator, sending the headers on every page. */
export async function all(client, request, headers = immutable) {
  const items = [];
  const first = await request.headers(headers).get();
  const iterator = new PageIterator(client, first, (item) => items.push(item) > 0, { headers });
  await iterator.iterate();
  return { items, first, deltaLink: iterator.getDeltaLink() ?? first['@odata.deltaLink'] };
}
