import { Stints } from '#chassis/concurrency/stints.ts';
import { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import { codec, field } from '#chassis/rpc/message-codec.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import type { BomVersionReply } from '#proto/gen/product/v1/BomVersionReply.ts';
import type { BomOutline, LineItemView, VersionOutline } from './domain/bom-view.ts';

/** What a reply says besides its record. */
export interface ReplyHead {
  revision: number;
  eventId: string;
  replayed: boolean;
}

/** A version, and its lines as they are shown: made one by one, while they are encoded. */
interface ShownVersion {
  outline: VersionOutline;
  lines: Iterable<LineItemView>;
}

const versionReply = codec('product', 'BomVersionReply');
const bomReply = codec('product', 'BomReply');
const bom = codec('product', 'Bom');
const version = codec('product', 'BomVersion');
const line = codec('product', 'BomLineItem');
const group = codec('product', 'BomLineItemGroup');

const RECORD = versionReply.numberOf('record');
const BOM_RECORD = bomReply.numberOf('record');
const VERSIONS = bom.numberOf('versions');
const LINES = version.numberOf('lineItems');
const GROUPS = version.numberOf('groupedLineItems');
const ITEMS = group.numberOf('items');

/**
 * Replies with the lines of whole versions are encoded line by line, in stints: at once, 2,000 lines of ten options take
 * a second of the process, and a hundred megabytes.
 */
export async function encodedVersionReply(
  head: ReplyHead,
  shown: ShownVersion,
): Promise<EncodedReply<BomVersionReply>> {
  const record = field(RECORD, await encodedVersion(shown));
  return new EncodedReply(Buffer.concat([versionReply.encode({ ...head, record: null }), ...record]));
}

export async function encodedBomReply(
  head: ReplyHead,
  { versions: _, ...outline }: BomOutline,
  versions: readonly ShownVersion[],
): Promise<EncodedReply<BomReply>> {
  const parts: Buffer[] = [bom.encode({ ...outline, versions: [] })];
  for (const shown of versions) parts.push(...field(VERSIONS, await encodedVersion(shown)));
  return new EncodedReply(Buffer.concat([bomReply.encode({ ...head, record: null }), ...field(BOM_RECORD, parts)]));
}

async function encodedVersion({ outline, lines }: ShownVersion): Promise<Buffer[]> {
  const stints = new Stints();
  const encoded: { category: string; bytes: Buffer }[] = [];
  for (const shown of lines) {
    await stints.giveWay();
    encoded.push({ category: shown.category, bytes: line.encode(shown) });
  }
  const groups = Map.groupBy(encoded, ({ category }) => category);
  return [
    version.encode({ ...outline, lineItems: [], groupedLineItems: [] }),
    ...encoded.flatMap(({ bytes }) => field(LINES, [bytes])),
    // By category, in order of first appearance (decisions 6: BOM).
    ...[...groups].flatMap(([category, items]) => {
      const parts = items.flatMap(({ bytes }) => field(ITEMS, [bytes]));
      return field(GROUPS, [group.encode({ category, items: [] }), ...parts]);
    }),
  ];
}
