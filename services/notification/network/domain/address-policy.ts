import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether a connection to this IP address may be made. */
export type AddressPolicy = (address: string) => boolean;

/**
 * Global unicast alone may be reached, and no host of a cloud (decisions 5: SSRF). `allowed` lists exceptions, and `denied`
 * further refusals, both as CIDR blocks; a refusal wins. Addresses that carry another one inside (IPv4-mapped, 6to4, NAT64, Teredo)
 * are refused whole: what they would reach is decided by a router that we do not know.
 */
export function createAddressPolicy(networks: { allowed: string[]; denied: string[] }): AddressPolicy {
  const allowed = networks.allowed.map(parseNetwork);
  const denied = networks.denied.map(parseNetwork);
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.parse(text);
    if (inside(address, denied)) return false;
    return inside(address, allowed) || isGlobalUnicast(address);
  };
}

/** The host of a URL where it is an address, not a name. URL has brought odd notations to the usual one. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(host) ? host : undefined;
}

/** Whether the text is a CIDR block. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

const GLOBAL_UNICAST_V6: Network = ipaddr.parseCIDR('2000::/3');

/**
 * Registered like any public address, but within these clouds they are hosts of the provider, open to its customers'
 * machines alone. Those of the others (169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254) are not global.
 */
const CLOUD_HOSTS: Network[] = [
  '168.63.129.16/32', // Azure: WireServer, DNS
  '161.26.0.0/16', // IBM Cloud: DNS, time, mirrors
  '166.8.0.0/14', // IBM Cloud: private service endpoints
].map(parseNetwork);

function isGlobalUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || inside(address, CLOUD_HOSTS)) return false;
  return address.kind() === 'ipv4' || inside(address, [GLOBAL_UNICAST_V6]);
}

function inside(address: ipaddr.IPv4 | ipaddr.IPv6, networks: Network[]): boolean {
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function parseNetwork(text: string): Network {
  return ipaddr.parseCIDR(text);
}
