import { describe, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { createAddressPolicy } from '../../services/notification/network/domain/address-policy.ts';
import { checkedLookup, type ResolvedAddress } from '../../services/notification/network/resolve.ts';
import { urlFault } from '../../services/notification/webhooks/domain/endpoint-url.ts';

const mayReach = createAddressPolicy({ allowed: [], denied: [] });

/** The special-purpose address registries of IANA as of October 2025, with globally reachable blocks. */
const SPECIAL_PURPOSE = [
  ...['0.0.0.0/8', '0.0.0.0/32', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.0.0/29', '192.0.0.8/32', '192.0.0.9/32', '192.0.0.10/32', '192.0.0.170/31'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '240.0.0.0/4', '255.255.255.255/32'],
  ...['::1/128', '::/128', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
  ...['2001::/23', '2001::/32', '2001:1::1/128', '2001:1::2/128', '2001:1::3/128', '2001:2::/48', '2001:3::/32'],
  ...['2001:4:112::/48', '2001:10::/28', '2001:20::/28', '2001:30::/28', '2001:db8::/32', '2002::/16'],
  ...['2620:4f:8000::/48', '3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10'],
  // Blocks that are not in the registries, and that no receiver can have.
  ...['224.0.0.0/4', 'ff00::/8', 'fec0::/10', '::/96'],
];

test.each(SPECIAL_PURPOSE)('nothing in %s is reached', (block) => {
  for (const address of endsOf(block))
    expect({ address, reached: mayReach(address) }).toEqual({ address, reached: false });
});

describe('hosts of a cloud', () => {
  test.each([
    ['AWS, Google, Azure and most others: metadata', '169.254.169.254'],
    ['AWS: credentials of containers', '169.254.170.2'],
    ['AWS: metadata', 'fd00:ec2::254'],
    ['AWS: credentials of pods', 'fd00:ec2::23'],
    ['Google: metadata', 'fd20:ce::254'],
    ['Azure: WireServer and DNS', '168.63.129.16'],
    ['Alibaba: metadata', '100.100.100.200'],
    ['Oracle: metadata', '192.0.0.192'],
    ['Tencent: metadata', '169.254.0.23'],
    ['IBM: DNS', '161.26.0.10'],
    ['IBM: service endpoints', '166.9.1.1'],
  ])('%s: %s', async (_what, address) => {
    const spellings = address.includes(':') ? [address] : [address, `::ffff:${address}`, `64:ff9b::${address}`];
    for (const spelling of spellings) {
      expect(mayReach(spelling)).toBe(false);
      const host = spelling.includes(':') ? `[${spelling}]` : spelling;
      expect(urlFault(`https://${host}/`, { allowHttp: false, mayReach })).toContain('private or reserved');
      expect(await resolved(['93.184.216.34', spelling])).toMatch(/^Refused/);
      expect(await resolved([spelling, '93.184.216.34'])).toMatch(/^Refused/);
    }
  });
});

test('neighbours that are public are reached', () => {
  const neighbours = [
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '166.7.255.255',
    '166.12.0.0',
    '3fff:1000::1',
  ];
  expect(neighbours.filter((address) => !mayReach(address))).toEqual([]);
});

describe('a URL', () => {
  const fault = (url: string) => urlFault(url, { allowHttp: false, mayReach });

  /** The property of the unit test of the policy draws the plainer spellings. */
  test.each([
    ['mixed', '0x7f.0.1'],
    ['nothing but a zero', '0'],
    ['in enclosed digits', '①②⑦.⓪.⓪.①'],
    ['in fullwidth digits', '１２７.０.０.１'],
    ['with ideographic dots', '127。0。0。1'],
    ['with halfwidth dots', '127｡0｡0｡1'],
    ['in escapes', '%31%32%37.0.0.1'],
    ['in escapes of fullwidth digits', '%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1'],
    ['with a soft hyphen', '12\u00ad7.0.0.1'],
    ['with a zero-width space', '127.0\u200b.0.1'],
    ['IPv4-mapped, written out', '[0:0:0:0:0:ffff:7f00:0001]'],
    ['IPv4-translated', '[::ffff:0:127.0.0.1]'],
    ['NAT64, local', '[64:ff9b:1::127.0.0.1]'],
    ['Teredo', '[2001:0:7f00:1::]'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 loopback, written out', '[0000:0000:0000:0000:0000:0000:0000:0001]'],
    ['unspecified', '[::]'],
  ])('with loopback %s is refused, also with a port', (_how, host) => {
    for (const port of ['', ':443', ':8443', ':0']) {
      const url = `https://${host}${port}/`;
      expect({ url, fault: fault(url) }).toEqual({ url, fault: 'must not be a private or reserved address' });
    }
  });

  test.each(['[::1%25lo]', '[fe80::1%25eth0]', '[fe80::1%eth0]', '256.1.1.1', '1.2.3.4.5', '[::1', '127.0.0.1:65536'])(
    'that names no host at all is refused: %s',
    (host) => expect(fault(`https://${host}/`)).toBe('is not a URL'),
  );

  test.each([
    'https://user:password@example.com/',
    'https://user@example.com/',
    'https://:password@example.com/',
    'https://example.com@127.0.0.1/',
    'https://127.0.0.1:80@example.com/',
    'https:user@example.com/',
    'https:/\\user@example.com/',
    'https://us%00er@example.com/',
  ])('with credentials is refused: %s', (url) => expect(fault(url)).toBe('must not hold credentials'));

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'unix:/run/docker.sock',
    'javascript:1',
  ])('of another scheme is refused: %s', (url) => expect(fault(url)).toBe('must begin with https://'));

  test('whose host only looks like another is judged by the one that is connected to', () => {
    expect(fault('https://example.com#@127.0.0.1/')).toBeUndefined();
    expect(fault('https://127.0.0.1#@example.com/')).toMatch(/private/);
    expect(fault('https://127.0.0.1\\@example.com/')).toMatch(/private/);
    expect(fault('https://127.0.0.1\t.example.com/')).toBeUndefined();
    expect(fault('\thttps://127.0.\n0.1/')).toMatch(/private/);
  });

  test.each([
    ...[
      'kubernetes',
      'KUBERNETES.',
      'postgres.production.svc',
      'kubernetes.default.svc.cluster.local',
      'printer.local.',
    ],
    ...['metadata.google.internal', 'vault.internal.', 'a.b.InTernal', 'ｖault.internal', 'notlocalhost'],
  ])('with a name that is known inside alone is refused, whether it is there or not: %s', (name) => {
    const url = `https://${name}:8443/`;
    expect(fault(url)).toBe('must not be an internal name');
    expect(urlFault(url, { allowHttp: false, mayReach, allowInternalNames: true })).toBeUndefined();
  });

  test.each(['local.example', 'internal.example.com', 'svc.dev', 'xn--mller-kva.example', 'localhost', 'a.localhost.'])(
    'with a name that is none of these is not: %s',
    (name) => expect(fault(`https://${name}/`)).toBeUndefined(),
  );

  test('a name is resolved as it is connected to: in ASCII, by its punycode', () => {
    expect(new URL('https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/').hostname).toBe('localhost');
    expect(new URL('https://müller.example/').hostname).toBe('xn--mller-kva.example');
    expect(fault('https://xn--mller-kva.example/')).toBeUndefined();
  });

  test.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.LocalHost.', 'ⓛocalhost'])(
    'whose name is %s reaches this machine under no spelling',
    async (name) => {
      const { hostname } = new URL(`https://${name}/`);
      expect(await connectedTo(hostname)).toMatch(/^Refused/);
    },
  );
});

/** The result of a name lookup by the operating system, checked as for a delivery. */
function connectedTo(name: string): Promise<string> {
  return new Promise((resolve) => {
    checkedLookup(mayReach)(name, { all: true }, (error, found) => resolve(error?.message ?? JSON.stringify(found)));
  });
}

/** The first and the last address of a block. */
function endsOf(block: string): string[] {
  const [network, bits] = ipaddr.parseCIDR(block);
  const bytes = network.toByteArray();
  const last = bytes.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - 8 * index))));
  return [bytes, last].map((end) => ipaddr.fromByteArray(end).toString());
}

/** The result of a name lookup that returns these addresses, checked as for a delivery. */
function resolved(addresses: string[]): Promise<string> {
  const answers: ResolvedAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const lookup = checkedLookup(mayReach, async () => answers);
  return new Promise((resolve) => {
    lookup('rebind.example', { all: true }, (error, found) => resolve(error?.message ?? JSON.stringify(found)));
  });
}
