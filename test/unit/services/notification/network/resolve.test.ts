import { describe, expect, test } from '@jest/globals';
import { createAddressPolicy } from '../../../../../services/notification/network/domain/address-policy.ts';
import {
  checkedLookup,
  createResolveName,
  type NameSources,
  RefusedAddress,
  type ResolvedAddress,
  resolveName,
} from '../../../../../services/notification/network/resolve.ts';

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const v6 = (address: string): ResolvedAddress => ({ address, family: 6 });

/** The addresses that `net.connect` would get. */
function look(name: string, answers: ResolvedAddress[], { allowed = [] as string[], all = true } = {}) {
  const mayReach = createAddressPolicy({ allowed, denied: [] });
  const lookup = checkedLookup(mayReach, async () => answers);
  return new Promise((resolve, reject) => {
    lookup(name, { all }, (error, address, family) =>
      error ? reject(error) : resolve(all ? address : { address, family }),
    );
  });
}

describe('a name', () => {
  test('stands for the public addresses that were checked', async () => {
    const answers = [v4('93.184.216.34'), v6('2606:2800::1')];
    expect(await look('example.com', answers)).toEqual(answers);
    expect(await look('example.com', answers, { all: false })).toEqual(answers[0]);
  });

  test.each([
    ['a private address', [v4('10.0.0.1')]],
    ['a public and a private one', [v4('93.184.216.34'), v4('127.0.0.1')]],
    ['a mapped one', [v6('::ffff:127.0.0.1')]],
    ['none', []],
  ])('that stands for %s is refused', async (_what, answers) => {
    await expect(look('rebind.example', answers)).rejects.toThrow(RefusedAddress);
  });

  test('that is localhost stands for what may be reached of it', async () => {
    const loopback = await resolveName('localhost');
    expect(await look('localhost', loopback, { allowed: ['127.0.0.0/8'] })).toEqual([v4('127.0.0.1')]);
    expect(await look('app.localhost.', loopback, { allowed: ['::1/128'] })).toEqual([v6('::1')]);
    await expect(look('localhost', loopback)).rejects.toThrow('Refused: localhost is not a public address');
  });

  test.each(['ENOTFOUND', 'ENODATA'])('that is not there (%s) is refused like one that is inside', async (code) => {
    const mayReach = createAddressPolicy({ allowed: [], denied: [] });
    const error = Object.assign(new Error(`queryA ${code} vault.example`), { code });
    const lookup = checkedLookup(mayReach, () => Promise.reject(error));
    const missing = new Promise((_, reject) => lookup('vault.example', { all: true }, reject));
    const inside = await look('vault.example', [v4('10.0.0.1')]).catch(({ name, message }) => ({ name, message }));
    await expect(missing).rejects.toMatchObject(inside as object);
    expect(inside).toEqual({ name: 'RefusedAddress', message: 'Refused: vault.example is not a public address' });
  });

  test('that cannot be resolved says why', async () => {
    const lookup = checkedLookup(
      () => true,
      async () => {
        throw Object.assign(new Error('queryA ESERVFAIL nowhere.example'), { code: 'ESERVFAIL' });
      },
    );
    const failing = new Promise((_, reject) => lookup('nowhere.example', { all: true }, reject));
    await expect(failing).rejects.toThrow('ESERVFAIL');
  });
});

describe('names, by what the name servers have of them:', () => {
  const answer = (given: string[] | string) => () =>
    typeof given === 'string'
      ? Promise.reject(Object.assign(new Error(given), { code: given }))
      : Promise.resolve(given);
  const ofHostsFile = [v4('192.0.2.9')];

  function sources(a: string[] | string, aaaa: string[] | string, parts: Partial<NameSources> = {}) {
    const lookedUp: string[] = [];
    const lookUp = async (name: string) => {
      lookedUp.push(name);
      return ofHostsFile;
    };
    return { lookedUp, resolve4: answer(a), resolve6: answer(aaaa), lookUp, patienceMs: 10_000, ...parts };
  }

  test.each<[string[] | string, string[] | string, ResolvedAddress[]]>([
    [['192.0.2.1'], ['2001:db8::1'], [v4('192.0.2.1'), v6('2001:db8::1')]],
    [['192.0.2.1'], 'ENODATA', [v4('192.0.2.1')]],
    [['192.0.2.1'], 'ETIMEOUT', [v4('192.0.2.1')]],
    ['ESERVFAIL', ['2001:db8::1'], [v6('2001:db8::1')]],
  ])('A %j and AAAA %j stands for what there is', async (a, aaaa, expected) => {
    const given = sources(a, aaaa);
    expect(await createResolveName(given)('x.example')).toEqual(expected);
    expect(given.lookedUp).toEqual([]);
  });

  test.each([
    ['ENOTFOUND', 'ENOTFOUND'],
    ['ENODATA', 'ENODATA'],
    ['ENODATA', 'ENOTFOUND'],
  ])('A %s and AAAA %s is looked for in the hosts file', async (a, aaaa) => {
    expect(await createResolveName(sources(a, aaaa))('x.example')).toEqual(ofHostsFile);
  });

  test.each([
    ['ETIMEOUT', 'ETIMEOUT', 'ETIMEOUT'],
    ['ENODATA', 'ETIMEOUT', 'ETIMEOUT'],
    ['ETIMEOUT', 'ENOTFOUND', 'ETIMEOUT'],
    ['ESERVFAIL', 'ESERVFAIL', 'ESERVFAIL'],
    ['ENOTFOUND', 'ESERVFAIL', 'ESERVFAIL'],
    ['EREFUSED', 'ENODATA', 'EREFUSED'],
    ['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'],
    ['EBADRESP', 'EBADRESP', 'EBADRESP'],
  ])('A %s and AAAA %s is %s, and getaddrinfo is not asked', async (a, aaaa, code) => {
    const given = sources(a, aaaa);
    await expect(createResolveName(given)('x.example')).rejects.toMatchObject({ code });
    expect(given.lookedUp).toEqual([]);
  });

  test('those that are looked for in the hosts file take turns, and none waits for long', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<ResolvedAddress[]>();
    const given = sources('ENOTFOUND', 'ENOTFOUND', {
      // Long enough that the first itself gets its turn.
      patienceMs: 200,
      lookUp: (name) => {
        given.lookedUp.push(name);
        asked.resolve();
        return answered.promise;
      },
    });
    const resolve = createResolveName(given);
    const first = resolve('a.example');
    await asked.promise;
    await expect(resolve('b.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(given.lookedUp).toEqual(['a.example']);
    answered.resolve(ofHostsFile);
    expect(await first).toEqual(ofHostsFile);
  });
});
