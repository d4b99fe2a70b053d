import { lookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import type { AddressPolicy } from './domain/address-policy.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type ResolveName = (name: string) => Promise<ResolvedAddress[]>;

/** A name or an address that no webhook may be sent to. Its message is shown to the org in the delivery record. */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`Refused: ${host} is not a public address`);
    this.name = 'RefusedAddress';
  }
}

/**
 * A lookup for `net.connect` that hands out checked addresses alone, so that the connection goes to what was checked
 * and a second answer of the name server is never asked for. One bad address refuses the whole name: nobody who is
 * honest mixes public and private ones.
 */
export function checkedLookup(mayReach: AddressPolicy, resolve: ResolveName = resolveName): LookupFunction {
  return (host, options, callback) => {
    checkedAddresses(host, mayReach, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || first === undefined) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

async function checkedAddresses(host: string, mayReach: AddressPolicy, resolve: ResolveName) {
  const addresses = await resolve(host);
  // RFC 6761: the name means this machine, on either family; which of them may be reached is the policy's word.
  const candidates = isLocalhost(host) ? addresses.filter(({ address }) => mayReach(address)) : addresses;
  if (candidates.length === 0 || !candidates.every(({ address }) => mayReach(address))) throw new RefusedAddress(host);
  return candidates;
}

const LOOPBACK: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Asks the name servers directly: getaddrinfo has two threads for all endpoints, and one dead name would hold both. */
export async function resolveName(name: string): Promise<ResolvedAddress[]> {
  if (isLocalhost(name)) return LOOPBACK;
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (found.length > 0) return found;
  // What only the hosts file knows. A name server that does not answer has taken its time already.
  if (v4.status === 'rejected' && v4.reason?.code === 'ETIMEOUT') throw v4.reason;
  return lookup(name, { all: true });
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function isLocalhost(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}
