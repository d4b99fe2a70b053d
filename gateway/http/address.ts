import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The longest that an address is written: IPv6 with IPv4 at its end, and a zone. */
const MAX_ADDRESS = 64;

/** Finds the network address that a request came from. */
export type AddressOf = (request: IncomingMessage) => string;

/** Whether an address is in one of the networks, such as 10.0.0.0/8, or is one of the addresses. */
export function within(named: string[]): (address: string) => boolean {
  const networks = named.map((network) => ipaddr.parseCIDR(network.includes('/') ? network : hostNetwork(network)));
  if (networks.length === 0) return () => false;
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
  };
}

/**
 * The address of the nearest hop that is no trusted proxy: X-Forwarded-For is believed from the right, as far as trusted
 * proxies have written it (decisions 1: TLS, proxies).
 */
export function addressFinder(isProxy: (address: string) => boolean): AddressOf {
  return (request) => {
    let address = plainAddress(request.socket.remoteAddress);
    if (!isProxy(address)) return address;
    const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
    while (isProxy(address)) {
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
