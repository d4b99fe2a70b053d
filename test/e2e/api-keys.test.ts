import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ownOrg } from '../support/system/tenant.ts';

const KEYS = '/api/v1/api-keys';
const own = ownOrg();

const admin = (path: string, body?: object) =>
  own.system.json<{ id: string; key: string; is_active: boolean }>(own.token, 'POST', path, body);

test('a revoked key is refused within five seconds, also one that was just used', async () => {
  const { id, key } = await admin(KEYS, { org_id: own.system.orgId, name: 'Robot' });
  const statusOf = async () => {
    const response = await own.system.fetch('/api/v1/clients', { headers: { 'x-api-key': key } });
    await response.arrayBuffer();
    return response.status;
  };
  expect(await statusOf()).toBe(200);
  expect(await admin(`${KEYS}/${id}/revoke`)).toMatchObject({ id, is_active: false });
  await eventually(async () => expect(await statusOf()).toBe(401), 5_000);
}, 20_000);
