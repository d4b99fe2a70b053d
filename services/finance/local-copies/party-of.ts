import type { Call } from '#chassis/rpc/context.ts';
import type { Party } from '../pdf/domain/printed-document.ts';
import type { LocalCopies } from './local-copies.ts';

/** Where whom documents name is looked up. */
export type PartyCopies = Pick<LocalCopies, 'find'>;

/** A client as it is now. Errors: upstream_unavailable for one that is not known here while product is down. */
export async function clientParty(copies: PartyCopies, id: string, call: Call): Promise<Party> {
  const client = await copies.find('client', id, call);
  return { name: client?.name ?? '', address: client?.billingAddress ?? null, taxId: client?.taxId ?? null };
}

/** The same of a supplier, of whom no more than the country is known. */
export async function supplierParty(copies: PartyCopies, id: string, call: Call): Promise<Party> {
  const supplier = await copies.find('supplier', id, call);
  return { name: supplier?.name ?? '', address: supplier?.country ?? null, taxId: null };
}
