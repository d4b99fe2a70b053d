import type { CallOptions } from '#chassis/grpc-client.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import type { Services } from './clients.ts';

/** The BOM with the lines of all versions: those that one message could not hold are fetched version by version. */
export async function completed(boms: Services['boms'], reply: BomReply, call: CallOptions): Promise<BomReply> {
  const { record } = reply;
  if (!record) return reply;
  const versions = [];
  for (const version of record.versions) {
    if (version.lineItems.length >= version.lineItemCount) versions.push(version);
    else {
      const { record: whole } = await boms.getBomVersion({ id: record.id, version: version.id }, call);
      versions.push(whole ?? version);
    }
  }
  return { ...reply, record: { ...record, versions } };
}
