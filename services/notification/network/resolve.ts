import { lookup, NODATA, NOTFOUND, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import type { AddressPolicy } from './domain/address-policy.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type ResolveName = (name: string) => Promise<ResolvedAddress[]>;

/**
 * A name or address that webhooks must not reach. The org sees the message in the delivery record. The message is the
 * same for a name that does not exist, so that it does not show which internal names exist.
 */
export class RefusedAddress extends Error {
  constructor(host: string) {
    super(`Refused: ${host} is not a public address`);
    this.name = 'RefusedAddress';
  }
}

/**
 * A lookup for `net.connect` that returns only checked addresses. So the connection goes to the checked address,
 * without a second DNS lookup. If one address of a name is refused, the whole name is refused.
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
  const addresses = await resolve(host).catch(unknownAsNone);
  // `localhost` is both loopback addresses (RFC 6761). Those that the policy allows are used.
  const candidates = isLocalhost(host) ? addresses.filter(({ address }) => mayReach(address)) : addresses;
  if (candidates.length === 0 || !candidates.every(({ address }) => mayReach(address))) throw new RefusedAddress(host);
  return candidates;
}

function unknownAsNone(error: NodeJS.ErrnoException): ResolvedAddress[] {
  if (error.code === NOTFOUND || error.code === NODATA) return [];
  throw error;
}

const LOOPBACK: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Sources of addresses. */
export interface NameSources {
  /** DNS servers. */
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
  /** getaddrinfo, which also knows the hosts file and search domains. */
  lookUp(name: string): Promise<ResolvedAddress[]>;
  /** Milliseconds that a name waits in the queue of getaddrinfo. */
  patienceMs: number;
}

/**
 * Resolves names by DNS, not by getaddrinfo: getaddrinfo has two threads for all endpoints, and two names without an
 * answer would block both. So getaddrinfo resolves one name at a time, and only names that DNS does not know.
 */
export function createResolveName({ resolve4, resolve6, lookUp, patienceMs }: NameSources): ResolveName {
  const turns = new FairQueue({ name: 'notification.names', limit: 1, maxWaiting: 16 });
  return async (name) => {
    if (isLocalhost(name)) return LOOPBACK;
    const answers = await Promise.allSettled([resolve4(name), resolve6(name)]);
    const found = [...addressesOf(answers[0], 4), ...addressesOf(answers[1], 6)];
    if (found.length > 0) return found;
    const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const failure = reasons.find(({ code }) => code !== NOTFOUND && code !== NODATA);
    if (failure) throw failure;
    return turns
      .run(name, { deadline: Date.now() + patienceMs }, () => lookUp(name))
      .catch((error) => {
        throw reasons[0] ?? error;
      });
  };
}

const newResolver = () => new Resolver({ timeout: 2000, tries: 2 });

export const resolveName = createResolveName({
  resolve4: (name) => newResolver().resolve4(name),
  resolve6: (name) => newResolver().resolve6(name),
  lookUp: (name) => lookup(name, { all: true }),
  patienceMs: 4000,
});

function addressesOf(answer: PromiseSettledResult<string[]>, family: number): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

function isLocalhost(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}
