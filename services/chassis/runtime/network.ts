import ipaddr from 'ipaddr.js';

/** The address that a limit counts. The owner of an IPv6 address has its whole /64, so the network counts. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
