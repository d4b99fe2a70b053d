import { AppError } from '#chassis/domain/errors.ts';
import type { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { codec, fieldsOf } from '#chassis/rpc/message-codec.ts';
import type { Bom as BomMessage } from '#proto/gen/product/v1/Bom.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import { Bom } from '#proto/product/v1/contract.ts';
import type { Services } from '../grpc-clients.ts';
import { without } from '../payload/encoded-record.ts';
import { lengthOf, listPieces, objectPieces } from '../payload/json-pieces.ts';
import { publicFormOf } from '../payload/public-form.ts';
import type { PiecesReply } from '../routing/answers.ts';
import {
  openReply,
  openVersion,
  outlinePieces,
  type VersionText,
  versionPieces,
  versionText,
} from './version-rendering.ts';

/** What one answer holds of the lines of all versions, bytes as JSON: more could not be gathered while its caller waits. */
const MAX_LINES = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Versions that are fetched for one answer. */
const MAX_FETCHED = 100;

const bom = codec('product', 'Bom');
const VERSIONS = bom.numberOf('versions');
const { versions: _, ...head } = Bom.shape;
const publicHead = publicFormOf(Bom.pick(Object.fromEntries(Object.keys(head).map((name) => [name, true])) as never));

interface Fetching {
  boms: Services['boms'];
  bomId: string;
  call: CallOptions;
  /** Whether this answers a write that has happened: whatever fails now must not deny that. */
  isWritten: boolean;
}

/**
 * The BOM with the lines of its newest versions, as many as one answer holds: where one message could not hold them, they
 * are fetched. A write that has happened is answered even when they cannot be, as to a key that may not read them.
 */
export async function completed(
  boms: Services['boms'],
  sent: EncodedReply<BomReply>,
  call: CallOptions,
): Promise<PiecesReply> {
  const { record, ...reply } = openReply(sent);
  const fields = [...fieldsOf(record)];
  const shown: BomMessage = bom.decode(without([VERSIONS], fields));
  const encoded = fields.filter(({ number }) => number === VERSIONS).map(({ value }) => value);
  const isWritten = reply.eventId !== '';
  const versions = await completeNewest(encoded, { boms, bomId: shown.id, call, isWritten });
  const pieces = objectPieces(publicHead(shown) as object, { versions: listPieces(versions.map(shownPieces)) });
  return { ...reply, id: shown.id, pieces };
}

/** A version, and whether it is among those that the answer shows with their lines. */
interface Gathered {
  version: VersionText;
  isShown: boolean;
}

const shownPieces = ({ version, isShown }: Gathered) => (isShown ? versionPieces(version) : outlinePieces(version));

/** In their order; the newest have their lines: one at least, whatever its size. */
async function completeNewest(encoded: readonly Buffer[], fetching: Fetching): Promise<Gathered[]> {
  const gathered: Gathered[] = [];
  const sum = { lines: 0, missing: 0, bytes: 0 };
  let isFull = false;
  for (const bytes of encoded.toReversed()) {
    const version = await versionText(bytes);
    sum.lines += version.outline.lineItemCount;
    sum.missing += isWhole(version) ? 0 : 1;
    const isFirst = gathered.length === 0;
    isFull ||= !isFirst && (sum.lines > MAX_LINES || sum.missing > MAX_FETCHED);
    const whole: VersionText | undefined = isFull
      ? undefined
      : isWhole(version)
        ? version
        : await fetched(version, fetching);
    // What could not be fetched once is not waited for again.
    isFull ||= whole === undefined;
    sum.bytes += whole ? lengthOf(whole.lines.map(({ text }) => text)) : 0;
    isFull ||= sum.bytes > MAX_BYTES && gathered.some(({ isShown }) => isShown);
    const isShown = whole !== undefined && !isFull;
    gathered.push({ version: isShown ? whole : { ...version, lines: [] }, isShown });
  }
  return gathered.reverse();
}

const isWhole = ({ outline, lines }: VersionText): boolean => lines.length >= outline.lineItemCount;

/** Undefined when it has gone since, as when an answer is given again after its BOM was deleted. */
async function fetched(
  { outline: { id } }: VersionText,
  { boms, bomId, call, isWritten }: Fetching,
): Promise<VersionText | undefined> {
  try {
    return (await openVersion(await boms.encoded('GetBomVersion', { id: bomId, version: id }, call))).version;
  } catch (error) {
    if (error instanceof AppError && (isWritten || error.code === 'not_found')) return undefined;
    throw error;
  }
}
