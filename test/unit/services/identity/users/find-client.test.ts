import { expect, test } from '@jest/globals';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { createFindClient } from '../../../../../services/identity/users/find-client.ts';

const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'admin' } as const;
const idempotency = { key: 'k', operation: 'POST /api/v1/users', fingerprint: 'f' };
const call = { context: { requestId: 'req-1', principal, idempotency }, deadline: 5_000 } as never;

test('product is asked on behalf of the caller, a little sooner than the caller has to hear', async () => {
  const asked: CallOptions[] = [];
  const findClient = createFindClient({
    async getClient(_request, options) {
      asked.push(options);
      return { record: { id: 'c1' } as never, revision: 1, eventId: '', replayed: false };
    },
  });
  expect(await findClient('c1', call)).toBe('c1');
  expect(asked).toMatchObject([{ context: { requestId: 'req-1', principal }, deadline: 4_750 }]);
});

test.each([
  ['an unknown client', notFound('Client'), 'validation_failed'],
  [
    'product being down',
    new AppError('upstream_unavailable', 'Service product is unavailable'),
    'upstream_unavailable',
  ],
])('%s', async (_what, error, code) => {
  const findClient = createFindClient({ getClient: () => Promise.reject(error) });
  await expect(findClient('c9', call)).rejects.toMatchObject({ code });
});
