import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The longest that an address is written: IPv6 with IPv4 at its end, and a zone. */
const MAX_ADDRESS = 64;

/** Finds the network address that a request came from. */
export type AddressOf = (request: IncomingMessage) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The address of the nearest hop that is not in `trusted` (networks such as 10.0.0.0/8): X-Forwarded-For is believed
 * from the right, as far as trusted proxies have written it (decisions 1: TLS, proxies).
 */
export function addressFinder(trusted: string[]): AddressOf {
  const networks = trusted.map((network) => ipaddr.parseCIDR(network.includes('/') ? network : hostNetwork(network)));
  if (networks.length === 0) return (request) => plainAddress(request.socket.remoteAddress);

  const isTrusted = (address: Address) =>
    networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

  return (request) => {
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    let address = plainAddress(request.socket.remoteAddress);
    while (ipaddr.isValid(address) && isTrusted(ipaddr.parse(address))) {
      const hop = plainAddress(hops.pop()?.trim());
      if (hop.length > MAX_ADDRESS || !ipaddr.isValid(hop)) break;
      address = hop;
    }
    return address;
  };
}

const hostNetwork = (address: string) => `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;

/** IPv4 seen through an IPv6 socket is IPv4. */
export const plainAddress = (address = '') => (address.startsWith('::ffff:') ? address.slice(7) : address);
