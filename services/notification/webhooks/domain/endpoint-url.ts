import { type AddressPolicy, literalAddress } from '../../network/domain/address-policy.ts';

export interface UrlRules {
  /** For local receivers alone. */
  allowHttp: boolean;
  mayReach: AddressPolicy;
}

/**
 * Why events cannot be sent to `text`, or undefined. A name is not resolved here: what it stands for is checked with
 * each connection (decisions 5: Webhooks, SSRF).
 */
export function urlFault(text: string, { allowHttp, mayReach }: UrlRules): string | undefined {
  const url = URL.parse(text);
  if (url === null) return 'is not a URL';
  if (url.protocol !== 'https:' && !(allowHttp && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold credentials';
  const address = literalAddress(url);
  return address === undefined || mayReach(address) ? undefined : 'must not be a private or reserved address';
}
