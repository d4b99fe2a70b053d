import { Metadata, status } from '@grpc/grpc-js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import { asciiJson } from '#chassis/rpc/context.ts';
import { fromStatus, isRefusal, isUnreachable, toStatus } from '#chassis/rpc/status.ts';

/** The error of a client of grpc-js for a status. */
const received = (code: status, details: string, metadata = new Metadata()) =>
  Object.assign(new Error(details), { code, details, metadata });

describe('toStatus', () => {
  test('cuts a message and issues that no trailer could carry', () => {
    const issues = Array.from({ length: 9_999 }, () => ({ loc: ['ä'.repeat(20)], msg: 'm', type: 't', input: 'i' }));
    const { details, metadata } = toStatus(new AppError('validation_failed', 'm'.repeat(9_999), { issues }));
    expect(details).toHaveLength(2_000);
    expect(String(metadata.get('error')[0]).length).toBeLessThanOrEqual(16_384);
  });

  test('leaves no half of a character where it cuts a message', () => {
    const { details } = toStatus(new AppError('conflict', `${'x'.repeat(1_999)}😀 and more`));
    expect(() => encodeURI(details)).not.toThrow();
    expect(details).toHaveLength(2_000);
  });
});

describe('fromStatus', () => {
  test.each([
    [status.UNAVAILABLE, 'Connection dropped', 'upstream_unavailable'],
    [status.INTERNAL, 'Received RST_STREAM with code 2 (Internal server error)', 'upstream_unavailable'],
    [status.DEADLINE_EXCEEDED, 'Deadline exceeded', 'deadline_exceeded'],
    [status.CANCELLED, 'Call cancelled', 'deadline_exceeded'],
    [status.UNIMPLEMENTED, 'The server does not implement it', 'upstream_unavailable'],
    [status.RESOURCE_EXHAUSTED, 'Received message larger than max', 'internal_error'],
    [status.INTERNAL, 'Error serializing response', 'internal_error'],
  ])('takes %s "%s" of the transport for %s', (code, details, expected) => {
    const error = fromStatus(received(code, details), 'product');
    expect(error.code).toBe(expected);
    expect(error.message).not.toContain(details);
  });

  test('names the service that is down, and when to try again', () => {
    const error = fromStatus(received(status.UNAVAILABLE, 'x'), 'product');
    expect(error).toMatchObject({ message: 'Service product is unavailable', retryAfter: 1 });
  });

  test('says of a process that does not know the call that it is an earlier one', () => {
    expect(fromStatus(received(status.UNIMPLEMENTED, 'x'), 'finance')).toMatchObject({
      message: 'Service finance is unavailable: it runs an earlier version, which does not offer this',
      retryAfter: 5,
      service: 'finance',
    });
    const { code, details, metadata } = toStatus(new AppError('method_not_allowed', 'Method not allowed'));
    expect(fromStatus(received(code, details, metadata), 'finance').code).toBe('method_not_allowed');
  });

  test('leaves an AppError as it is', () => {
    const error = notFound('Client');
    expect(fromStatus(error, 'product')).toBe(error);
    expect(error).toMatchObject({ code: 'not_found', message: 'Client not found' });
  });

  test('takes an error that is not of gRPC, or of a newer peer, for internal', () => {
    const metadata = new Metadata();
    metadata.set('error', '{"code":"from_the_future"}');
    expect(fromStatus(received(status.ABORTED, 'x', metadata), 'product').code).toBe('internal_error');
    expect(fromStatus('text', 'product').code).toBe('internal_error');
  });
});

test('a service that says it is unavailable is not unreachable', () => {
  const { code, details, metadata } = toStatus(new AppError('upstream_unavailable', 'Database is unavailable'));
  const said = received(code, details, metadata ?? undefined);
  expect([isRefusal(said), isUnreachable(said)]).toEqual([true, false]);
  expect([isRefusal(received(code, details)), isUnreachable(received(code, details))]).toEqual([false, true]);
});

test('asciiJson keeps every value in printable ASCII', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = asciiJson(value);
      expect(text).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
