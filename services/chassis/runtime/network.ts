import ipaddr from 'ipaddr.js';

/**
 * The address or network that a limit counts. For IPv6 it is the /64 network, because the owner of an address has the
 * whole network.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
