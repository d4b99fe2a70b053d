import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createAddressPolicy,
  literalAddress,
} from '../../../../../../services/notification/network/domain/address-policy.ts';

const publicOnly = createAddressPolicy({ allowed: [], denied: [] });

describe('an address that may not be reached', () => {
  test.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, cloud metadata', '169.254.169.254'],
    ['IETF assignments', '192.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['6to4 relay', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped, public', '::ffff:8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::1'],
    ['discard', '100::1'],
    ['Teredo', '2001::1'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['unique-local', 'fc00::1'],
    ['unique-local', 'fd12:3456::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['not assigned', '4000::1'],
    ['no address', 'example.com'],
    ['nothing', ''],
  ])('%s: %s', (_kind, address) => {
    expect(publicOnly(address)).toBe(false);
  });
});

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s may be reached',
  (address) => {
    expect(publicOnly(address)).toBe(true);
  },
);

test('exceptions open what is not public, refusals close what is, and a refusal wins', () => {
  const mayReach = createAddressPolicy({
    allowed: ['127.0.0.0/8', '10.1.0.0/16', '::1/128'],
    denied: ['10.1.2.0/24', '8.8.8.0/24'],
  });
  expect(['127.0.0.1', '10.1.1.1', '::1', '1.1.1.1'].map(mayReach)).toEqual([true, true, true, true]);
  expect(['10.1.2.3', '8.8.8.8', '10.2.0.1', '::ffff:127.0.0.1'].map(mayReach)).toEqual([false, false, false, false]);
});

const octet = fc.nat(255);
const privateV4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);

test('no spelling of a private address in a URL gets through', () => {
  const spellings = (bytes: number[]) => {
    const whole = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    const hex = (value: number) => `0x${value.toString(16)}`;
    const octal = (value: number) => `0${value.toString(8)}`;
    const [high, low] = [a * 256 + b, c * 256 + d].map((part) => part.toString(16));
    return [
      bytes.join('.'),
      `${bytes.join('.')}.`,
      String(whole),
      hex(whole),
      octal(whole),
      bytes.map(hex).join('.'),
      bytes.map(octal).join('.'),
      `${a}.${(b * 256 + c) * 256 + d}`,
      `${a}.${b}.${c * 256 + d}`,
      `%${bytes.join('.').charCodeAt(0).toString(16)}${bytes.join('.').slice(1)}`,
      `[::ffff:${bytes.join('.')}]`,
      `[::ffff:${high}:${low}]`,
      `[::${bytes.join('.')}]`,
      `[64:ff9b::${bytes.join('.')}]`,
      `[2002:${high}:${low}::1]`,
    ];
  };
  fc.assert(
    fc.property(privateV4, (bytes) => {
      for (const host of spellings(bytes)) {
        const address = literalAddress(new URL(`http://${host}/`));
        expect({ host, refused: address !== undefined && !publicOnly(address) }).toEqual({ host, refused: true });
      }
    }),
  );
});

test('a name is no address', () => {
  expect(literalAddress(new URL('https://example.com/'))).toBeUndefined();
});
