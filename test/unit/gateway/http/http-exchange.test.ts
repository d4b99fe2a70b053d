import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { createGateway } from '../../../../gateway/http/gateway.ts';
import { HttpExchange, TIMEOUT } from '../../../../gateway/http/http-exchange.ts';
import { eventually } from '../../../support/eventually.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const gateway = createGateway({
  services: {} as never,
  authenticator: {} as never,
  logger: createLogger('test', 'silent'),
  config: {
    ENCRYPTION_KEY: [Buffer.alloc(32).toString('base64')],
    TRUSTED_PROXIES: [],
    MAX_CONNECTIONS: 10,
    MAX_CONNECTIONS_PER_ADDRESS: 10,
    CORS_ORIGINS: [],
    RATE_LIMIT_USER: 10,
    RATE_LIMIT_ANONYMOUS: 10,
  },
});

class FakeResponse extends EventEmitter {
  headersSent = false;
  status = 0;
  body = '';

  writeHead(status: number): void {
    this.headersSent = true;
    this.status = status;
  }

  end(body: string): void {
    this.body = body;
  }
}

function begin(
  method: string,
  complete = true,
  headers: IncomingMessage['headers'] = {},
  response: FakeResponse | PassThrough = new FakeResponse(),
) {
  const socket = { remoteAddress: '::ffff:10.0.0.1', destroySoon: () => undefined };
  const request = { method, headers, socket, complete } as unknown as IncomingMessage;
  const observe = jest.fn();
  const exchange = new HttpExchange(gateway, request, response as unknown as ServerResponse, observe);
  return { exchange, response: response as FakeResponse, observe };
}

test.each([
  ['GET', true, 504, 'deadline_exceeded'],
  ['POST', true, 503, 'outcome_unknown'],
  ['POST', false, 504, 'deadline_exceeded'],
])('a %s that is never answered, handled: %s, is a %i after ten seconds', (method, isHandled, status, code) => {
  const { exchange, response, observe } = begin(method);
  if (isHandled) exchange.handOver();
  jest.advanceTimersByTime(TIMEOUT - 1);
  expect(response.headersSent).toBe(false);
  jest.advanceTimersByTime(1);
  expect([response.status, JSON.parse(response.body).code]).toEqual([status, code]);
  // The exchange is not begun, whatever comes of it later.
  expect(() => exchange.handOver()).toThrow('not answered in time');
  exchange.succeed({ contentType: 'application/json', body: 'late' }, {});
  expect(response.body).not.toBe('late');
  expect(observe).toHaveBeenCalledTimes(1);
});

test.each([
  ['POST', { 'idempotency-key': 'k' }, /; send it again with the same Idempotency-Key$/],
  ['POST', {}, /; look whether it took place before sending it again$/],
  ['PATCH', {}, /; read the record to see whether it took place$/],
  ['PUT', { 'idempotency-key': 'k' }, /; read the record to see whether it took place$/],
  ['DELETE', {}, /; read the record to see whether it took place$/],
])('a %s in doubt, with %j, is told how to find out', (method, headers, advice) => {
  const { exchange, response } = begin(method, true, headers);
  exchange.fail(new AppError('outcome_unknown', 'Service product was lost while it worked'));
  expect(JSON.parse(response.body).detail).toMatch(advice);
});

test('a request that has not arrived after ten seconds is a 408, since nothing has come of it', () => {
  const { response } = begin('POST', false);
  jest.advanceTimersByTime(TIMEOUT);
  expect([response.status, JSON.parse(response.body).code]).toEqual([408, 'request_timeout']);
});

test('an answer ends the wait', () => {
  const { exchange, response } = begin('GET');
  exchange.succeed({ contentType: 'application/json', body: '{}' }, {});
  expect(jest.getTimerCount()).toBe(0);
  expect([response.status, response.body, exchange.address]).toEqual([200, '{}', '10.0.0.1']);
});

test('a caller that has gone before a stream begins has lost the connection, and nothing has failed', async () => {
  jest.useRealTimers();
  const left = Object.assign(new PassThrough(), { writeHead: () => undefined, headersSent: false }).destroy();
  const { exchange, observe } = begin('GET', true, {}, left);
  async function* body() {
    yield [Buffer.from('late')];
  }
  exchange.succeed({ contentType: 'text/csv', body: body() }, {});
  await eventually(() => observe.mock.calls.length > 0);
  expect(observe).toHaveBeenCalledWith(200, expect.any(Number), expect.objectContaining({ code: 'connection_lost' }));
});
