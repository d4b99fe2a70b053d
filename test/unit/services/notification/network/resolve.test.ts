import { describe, expect, test } from '@jest/globals';
import { createAddressPolicy } from '../../../../../services/notification/network/domain/address-policy.ts';
import {
  checkedLookup,
  RefusedAddress,
  type ResolvedAddress,
  resolveName,
} from '../../../../../services/notification/network/resolve.ts';

const v4 = (address: string): ResolvedAddress => ({ address, family: 4 });
const v6 = (address: string): ResolvedAddress => ({ address, family: 6 });

/** What `net.connect` would be told. */
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

  test('that cannot be resolved says why', async () => {
    const lookup = checkedLookup(
      () => true,
      async () => {
        throw new Error('queryA ENOTFOUND nowhere.example');
      },
    );
    const failing = new Promise((_, reject) => lookup('nowhere.example', { all: true }, reject));
    await expect(failing).rejects.toThrow('ENOTFOUND');
  });
});
