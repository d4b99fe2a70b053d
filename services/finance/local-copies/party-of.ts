import type { Call } from '#chassis/rpc/context.ts';
import type { Party } from '../pdf/domain/printed-document.ts';
import type { LocalCopies } from './local-copies.ts';

/** The local copies that parties are read from. */
export type PartyCopies = Pick<LocalCopies, 'find'>;

/**
 * The client's present name and address, for a printed document. Errors: upstream_unavailable if the client is not
 * copied and product cannot be reached.
 */
export async function clientParty(copies: PartyCopies, id: string, call: Call): Promise<Party> {
  const client = await copies.find('client', id, call);
  return { name: client?.name ?? '', address: client?.billingAddress ?? null, taxId: client?.taxId ?? null };
}

/** The supplier's present name, address, country and tax number, for a printed document. Errors: as `clientParty`. */
export async function supplierParty(copies: PartyCopies, id: string, call: Call): Promise<Party> {
  const supplier = await copies.find('supplier', id, call);
  const lines = [supplier?.address, supplier?.country].filter((line) => line);
  return { name: supplier?.name ?? '', address: lines.join('\n') || null, taxId: supplier?.taxId ?? null };
}
