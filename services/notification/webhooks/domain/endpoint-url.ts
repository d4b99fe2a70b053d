import { type AddressPolicy, literalAddress } from '../../network/domain/address-policy.ts';

export interface UrlRules {
  /** For local receivers alone. */
  allowHttp: boolean;
  mayReach: AddressPolicy;
  /** For receivers inside a network that may be reached. */
  allowInternalNames?: boolean;
}

/** Names that no public name server has. Localhost is this machine's, whoever asks, and tells nothing. */
const INTERNAL = /^[^.]+$|\.(local|internal|svc)$/;
const LOCALHOST = /(^|\.)localhost$/;

/**
 * Why events cannot be sent to `text`, or undefined. A name is not resolved here: what it stands for is checked with
 * each connection (decisions 5: Webhooks, SSRF).
 */
export function urlFault(
  text: string,
  { allowHttp, mayReach, allowInternalNames = false }: UrlRules,
): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'is not a URL';
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  const address = literalAddress(url);
  if (address !== undefined) return mayReach(address) ? undefined : 'must not be a private or reserved address';
  return allowInternalNames || !isInternal(url.hostname) ? undefined : 'must not be an internal name';
}

function isInternal(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return INTERNAL.test(name) && !LOCALHOST.test(name);
}
