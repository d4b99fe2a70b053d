import { AppError } from '#chassis/errors.ts';
import type { CallOptions } from '#chassis/grpc-client.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import type { Services } from './clients.ts';

/**
 * The BOM with the lines of all versions: those that one message could not hold are fetched version by version. One that
 * has gone since stays without, as when an answer is given again after its BOM was deleted.
 */
export async function completed(boms: Services['boms'], reply: BomReply, call: CallOptions): Promise<BomReply> {
  const { record } = reply;
  if (!record) return reply;
  const versions = [];
  for (const version of record.versions) {
    if (version.lineItems.length >= version.lineItemCount) versions.push(version);
    else versions.push((await find(boms, { id: record.id, version: version.id }, call)) ?? version);
  }
  return { ...reply, record: { ...record, versions } };
}

async function find(boms: Services['boms'], key: { id: string; version: string }, call: CallOptions) {
  try {
    return (await boms.getBomVersion(key, call)).record;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
