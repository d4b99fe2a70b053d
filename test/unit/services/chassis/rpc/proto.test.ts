import { expect, test } from '@jest/globals';
import { type Domain, loadDomain, loadService } from '#chassis/rpc/proto.ts';

test.each<[Domain, string, string]>([
  ['common', 'VersionService', 'GetVersion'],
  ['identity', 'AuthService', 'Login'],
  ['product', 'ClientService', 'CreateClient'],
  ['notification', 'WebhookService', 'ListDeliveries'],
])('%s has %s.%s', (domain, service, rpc) => {
  expect(loadService(domain, service)[rpc]?.path).toBe(`/${domain}.v1.${service}/${rpc}`);
});

test('names of fields stay as the proto has them', () => {
  const reply = loadService('product', 'ClientService').GetClient;
  const message = reply?.responseDeserialize(
    reply.responseSerialize({ record: { maxAccountValue: 0.1 }, eventId: 'e' }),
  );
  expect(message).toMatchObject({ record: { maxAccountValue: 0.1, contacts: [], name: '' }, eventId: 'e' });
});

test('every rpc that only reads says so, and no other does', () => {
  const domains: Domain[] = ['common', 'finance', 'identity', 'notification', 'product'];
  const services = domains.flatMap((domain) => Object.values(loadDomain(domain)).filter((one) => !('format' in one)));
  const rpcs = services.flatMap((service) => Object.entries(service));
  const reads = rpcs.filter(([, { options }]) => options.idempotency_level === 'NO_SIDE_EFFECTS');
  const named = rpcs.filter(([name]) => /^(Get|List|Draw|Resolve|Compare)[A-Z]/.test(name));
  expect(reads.map(([name]) => name)).toEqual(named.map(([name]) => name));
  expect(reads.length).toBeGreaterThan(25);
});

test('a service that there is not is an error', () => {
  expect(() => loadService('product', 'Nothing')).toThrow('product.v1 has no service Nothing');
});
