import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Whether a connection to this IP address is allowed. */
export type AddressPolicy = (address: string) => boolean;

/**
 * Allows global unicast addresses, except internal hosts of clouds (decisions 5: SSRF). `allowed` and `denied` are CIDR
 * blocks of exceptions; `denied` wins. Addresses that contain another address (IPv4-mapped, 6to4, NAT64, Teredo) are
 * always refused, because an unknown router decides where they lead.
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

/** The host of a URL, if it is an IP address; undefined for a name. `URL` has already normalised unusual notations. */
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
 * Public addresses that lead to internal hosts of the provider within these clouds. Internal hosts of other clouds
 * (169.254.169.254, 100.100.100.200, 192.0.0.192, fd00:ec2::254) are not global unicast.
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
