import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { hasCode, outcomeUnknown } from '#chassis/domain/errors.ts';
import type { Rates } from '#chassis/domain/money.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import type { BomVersionReply } from '#proto/gen/product/v1/BomVersionReply.ts';
import { leastBytes } from '#proto/product/v1/contract.ts';
import { type NameAuthors, nameBytes } from './author-names.ts';
import { type BomParts, MAX_SMALL } from './commands.ts';
import { versionOf } from './domain/bom.ts';
import { type BomState, contentOf } from './domain/bom-change.ts';
import { textBytes, type VersionContent } from './domain/bom-version.ts';
import {
  type BomOutline,
  bomOutline,
  type LineItemView,
  lineViews,
  type VersionOutline,
  versionOutline,
} from './domain/bom-view.ts';

const versionReplyCodec = codec('product', 'BomVersionReply');
const bomReplyCodec = codec('product', 'BomReply');
const bomCodec = codec('product', 'Bom');
const versionCodec = codec('product', 'BomVersion');
const lineCodec = codec('product', 'BomLineItem');
const groupCodec = codec('product', 'BomLineItemGroup');

const RECORD = versionReplyCodec.numberOf('record');
const BOM_RECORD = bomReplyCodec.numberOf('record');
const VERSIONS = bomCodec.numberOf('versions');
const LINES = versionCodec.numberOf('lineItems');
const GROUPS = versionCodec.numberOf('groupedLineItems');
const ITEMS = groupCodec.numberOf('items');

const NO_LINES: LinesOfVersions = new Map();

type Readers = Pick<BomParts, 'boms' | 'dependencies' | 'authors'>;

/** The value of a write, for its reply. */
interface WrittenPart<Shown> {
  revision: number;
  /** The Idempotency-Key stores the value under this name. Replicas of an earlier version read it too. */
  more: Shown;
}

export const writtenPart = <Shown>({ bom }: BomState, more: Shown): WrittenPart<Shown> => ({
  revision: bom.revision,
  more,
});

export const replyOfPart = <Shown>({ value, eventId, replayed }: Written<WrittenPart<Shown>>) => ({
  record: value.more,
  revision: value.revision,
  eventId,
  replayed,
});

/** The value of a write that answers with the BOM. */
export const writtenBom = (state: BomState): WrittenPart<BomOutline> =>
  writtenPart(state, bomOutline(state.bom, state.context.style));

/**
 * The reply of a write: the BOM with the lines of its latest versions. If the lines cannot be read, the reply has no
 * lines, because the write has succeeded. The gateway then asks for the missing lines.
 */
export const replyOfBom = (readers: Readers) => async (written: Written<WrittenPart<BomOutline>>, call: Call) => {
  const reply = await withAuthors(readers.authors, replyOfPart(written), call);
  const lines = await latestLines(readers, call.principal.orgId, reply.record).catch((error) => {
    call.logger.warn({ err: error }, 'The lines of a BOM could not be read after its change');
    return NO_LINES;
  });
  return encodedBomReply(reply, lines);
};

/** The BOM with the present lines of its latest versions, as many as fit into one message. */
export async function replyWithLines(readers: Readers, outlined: OutlineReply, call: Call) {
  const reply = await withAuthors(readers.authors, outlined, call);
  return encodedBomReply(reply, await latestLines(readers, call.principal.orgId, reply.record));
}

/** The reply with the names of the record's authors. */
export async function withAuthors<Reply extends { record: object }>(
  authors: NameAuthors,
  reply: Reply,
  call: Call,
  onlyFields?: readonly string[],
): Promise<Reply> {
  const [record = reply.record] = await authors([reply.record], call, onlyFields);
  return { ...reply, record };
}

async function latestLines(
  { boms, dependencies }: Readers,
  orgId: string,
  outline: BomOutline,
): Promise<LinesOfVersions> {
  const { versions } = outline;
  const contents = await boms.latestContents(orgId, versions, textBytes(versions) + nameBytes([outline]));
  const rates = await dependencies.rates({ orgId });
  const byId = new Map(versions.map((version) => [version.id, version]));
  return new Map(
    contents.flatMap((content) => {
      const version = byId.get(content.id);
      return version ? [[content.id, lineViews(version, content, rates)]] : [];
    }),
  );
}

/** The value of a write that answers with a version. */
interface WrittenVersion extends WrittenPart<VersionOutline & { lineItems?: readonly LineItemView[] }> {
  /** The lines that this write stored. Absent from a value that an Idempotency-Key has stored. */
  made?: { content: VersionContent; rates: Rates };
}

export function writtenVersion(state: BomState, versionId: string): WrittenVersion {
  const version = versionOf(state.bom, versionId);
  const made = { content: contentOf(state, version), rates: state.context.rates };
  return { ...writtenPart(state, versionOutline(version)), made };
}

/**
 * The part that the Idempotency-Key stores. A large version is stored without its lines: a repeated call gets the
 * present lines.
 */
export function rememberedVersion({ made, ...written }: WrittenVersion): WrittenVersion {
  if (!made || leastBytes(made.content.lineItems) > MAX_SMALL) return written;
  const lineItems = [...lineViews(written.more, made.content, made.rates)];
  return { ...written, more: { ...written.more, lineItems } };
}

export const replyOfVersion =
  (readers: Readers) =>
  async (written: Written<WrittenVersion>, call: Call): Promise<EncodedReply<BomVersionReply>> => {
    const { record, ...head } = await withAuthors(readers.authors, replyOfPart(written), call);
    const { lineItems, ...outline } = record;
    const { made } = written.value;
    const shown = made ? lineViews(outline, made.content, made.rates) : lineItems;
    const lines = shown ?? (await linesOf(readers, call.principal.orgId, outline));
    return encodedVersionReply(head, { outline, lines: lines ?? [] });
  };

/**
 * The present lines of a written version; undefined if the version was deleted. Errors: outcome_unknown if they cannot
 * be read, because another error would say that nothing was written.
 */
async function linesOf({ boms, dependencies }: Readers, orgId: string, outline: VersionOutline) {
  try {
    const content = await boms.content(orgId, outline).catch(noneWhereNotFound);
    return content && lineViews(outline, content, await dependencies.rates({ orgId }));
  } catch (error) {
    throw outcomeUnknown('The version that was written could not be read', error);
  }
}

function noneWhereNotFound(error: unknown): VersionContent | undefined {
  if (hasCode(error, 'not_found')) return undefined;
  throw error;
}

/** The fields of a reply besides its record. */
interface ReplyHead {
  revision: number;
  eventId: string;
  replayed: boolean;
}

type OutlineReply = ReplyHead & { record: BomOutline };

/** A version and its lines. The lines are created one by one while they are encoded. */
interface ShownVersion {
  outline: VersionOutline;
  lines: Iterable<LineItemView>;
}

type LinesOfVersions = ReadonlyMap<string, ShownVersion['lines']>;

/**
 * Encodes a BOM line by line, in time slices of 10 ms (`TimeSlices`). In one step, 2,000 lines of ten options would take 1
 * s and 100 MB.
 */
export async function encodedBomReply(
  { record: { versions, ...outline }, ...head }: OutlineReply,
  lines: LinesOfVersions = NO_LINES,
): Promise<EncodedReply<BomReply>> {
  const parts: Buffer[] = [bomCodec.encode({ ...outline, versions: [] })];
  for (const version of versions) {
    const shown = await encodedVersion({ outline: version, lines: lines.get(version.id) ?? [] });
    parts.push(...field(VERSIONS, shown));
  }
  const record = field(BOM_RECORD, parts);
  return new EncodedReply(Buffer.concat([bomReplyCodec.encode({ ...head, record: null }), ...record]));
}

export async function encodedVersionReply(
  head: ReplyHead,
  shown: ShownVersion,
): Promise<EncodedReply<BomVersionReply>> {
  const record = field(RECORD, await encodedVersion(shown));
  return new EncodedReply(Buffer.concat([versionReplyCodec.encode({ ...head, record: null }), ...record]));
}

async function encodedVersion({ outline, lines }: ShownVersion): Promise<Buffer[]> {
  const timeSlices = new TimeSlices();
  const encoded: { category: string; bytes: Buffer }[] = [];
  for (const shown of lines) {
    await timeSlices.giveWay();
    encoded.push({ category: shown.category, bytes: lineCodec.encode(shown) });
  }
  const groups = Map.groupBy(encoded, ({ category }) => category);
  return [
    versionCodec.encode({ ...outline, lineItems: [], groupedLineItems: [] }),
    ...encoded.flatMap(({ bytes }) => field(LINES, [bytes])),
    // Groups by category, in the order in which categories first appear (decisions 6: BOM).
    ...[...groups].flatMap(([category, items]) => {
      const parts = items.flatMap(({ bytes }) => field(ITEMS, [bytes]));
      return field(GROUPS, [groupCodec.encode({ category, items: [] }), ...parts]);
    }),
  ];
}
