import { type AddressPolicy, literalAddress } from '../../network/domain/address-policy.ts';

export interface UrlRules {
  /** Only for local receivers. */
  allowHttp: boolean;
  mayReach: AddressPolicy;
  /** For receivers in an allowed private network. */
  allowInternalNames?: boolean;
}

/**
 * Names that no public DNS server knows. `localhost` is allowed, because it always means this machine and reveals
 * nothing.
 */
const INTERNAL = /^[^.]+$|\.(local|internal|svc)$/;
const LOCALHOST = /(^|\.)localhost$/;

/**
 * The reason why events cannot be sent to the URL `text`; undefined if they can. Names are not resolved here: their
 * addresses are checked at each connection (decisions 5: Webhooks, SSRF).
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
