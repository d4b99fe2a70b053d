import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { codec, type EncodedReply, fieldsOf } from '#chassis/rpc/message-codec.ts';
import type { Bom as BomMessage } from '#proto/gen/product/v1/Bom.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import type { BomVersion as Version } from '#proto/gen/product/v1/BomVersion.ts';
import type { BomVersionReply } from '#proto/gen/product/v1/BomVersionReply.ts';
import { Bom, BomLineItem, BomVersion } from '#proto/product/v1/contract.ts';
import type { Services } from '../grpc-clients.ts';
import { csvFormats, csvRows, type ExportDelimiter } from '../payload/csv/csv-rows.ts';
import {
  lengthOf,
  listPieces,
  objectPieces,
  openRecordReply,
  type Pieces,
  type RecordFormat,
  type TextStream,
  textOf,
  without,
} from '../payload/pieces.ts';
import { publicFormOf } from '../payload/record-form.ts';
import type { PiecesReply, RecordReply } from '../routing/answers.ts';
import { type AnswerParts, answerParts, type ChosenFields } from '../routing/chosen-fields.ts';

/**
 * Maximum number of lines of all versions in one answer, and their maximum bytes as JSON. More could not be fetched
 * while the caller waits.
 */
const MAX_LINES = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Maximum number of versions that are fetched for one answer. */
const MAX_FETCHED = 100;
/** Number of lines that become CSV rows in one step. */
const ROWS = 100;

const replyCodec = codec('product', 'BomVersionReply');
const bomCodec = codec('product', 'Bom');
const versionCodec = codec('product', 'BomVersion');
const lineCodec = codec('product', 'BomLineItem');
const VERSIONS = bomCodec.numberOf('versions');
const LINES = versionCodec.numberOf('lineItems');
const GROUPS = versionCodec.numberOf('groupedLineItems');

const bomParts = answerParts(Bom, ['versions']);
const versionParts = answerParts(BomVersion, ['lineItems', 'groupedLineItems']);
const wholeVersion = versionParts();
const publicLine = publicFormOf(BomLineItem);
const rows = csvFormats(BomLineItem);

/**
 * Answers a BOM with the lines of its newest versions, up to the limits of an answer. Lines that did not fit into the
 * service's message are fetched. After a write, the answer succeeds even if they cannot be fetched, for example for an
 * API key that may not read BOMs. Versions that are not chosen are not fetched.
 */
export async function bomAnswer(
  boms: Services['boms'],
  sent: EncodedReply<BomReply>,
  call: CallOptions,
  chosen?: ChosenFields,
): Promise<PiecesReply> {
  const { record, ...reply } = openReply(sent);
  const fields = [...fieldsOf(record)];
  const shown: BomMessage = bomCodec.decode(without([VERSIONS], fields));
  const parts = bomParts(chosen);
  if (!parts.has('versions')) return { ...reply, id: shown.id, pieces: objectPieces(parts.head(shown), {}) };
  const encoded = fields.filter(({ number }) => number === VERSIONS).map(({ value }) => value);
  const isWritten = reply.eventId !== '';
  const versions = await completeNewest(encoded, { boms, bomId: shown.id, call, isWritten });
  const pieces = objectPieces(parts.head(shown), { versions: listPieces(versions.map(gatheredPieces)) });
  return { ...reply, id: shown.id, pieces };
}

/** Answers a version with its lines. */
export async function versionAnswer(sent: EncodedReply<BomVersionReply>, chosen?: ChosenFields): Promise<PiecesReply> {
  const { version, ...reply } = await openVersion(sent);
  return { ...reply, id: version.outline.id, pieces: versionPieces(version, versionParts(chosen)) };
}

/** Answers only the lines of a version. `chosen`: the fields of a line. */
export async function linesAnswer(sent: EncodedReply<BomVersionReply>, chosen?: ChosenFields): Promise<PiecesReply> {
  const { version, ...reply } = await openVersion(sent, chosen && publicFormOf(chosen.schema));
  return { ...reply, pieces: objectPieces({}, { lineItems: linesPieces(version.lines) }) };
}

/** Answers the lines of a version as CSV. `fields`: of a line. */
export async function linesFile(
  sent: EncodedReply<BomVersionReply>,
  { delimiter, fields }: { delimiter: ExportDelimiter; fields?: ChosenFields },
) {
  const { outline, lines } = (await openVersion(sent)).version;
  const format = fields ? csvRows(fields.schema, delimiter) : rows[delimiter];
  return { csv: linesCsv(lines, format), fileName: `${outline.documentId}-line-items.csv` };
}

async function* linesCsv(lines: readonly LineText[], format: RecordFormat): TextStream {
  yield [Buffer.from(format.begin)];
  for (let from = 0; from < lines.length; from += ROWS) {
    const some = lines.slice(from, from + ROWS);
    yield await textOf(
      format,
      some.map(({ text }) => JSON.parse(text.toString())),
    );
  }
}

/** A version whose lines are JSON text: 2,000 lines with ten options take 20 MB as objects, and 5 MB as text. */
interface VersionText {
  /** The version without its lines. */
  outline: Version;
  lines: LineText[];
}

interface LineText {
  category: string;
  text: Buffer;
}

/** Replies with a BOM and replies with a version differ only in their record. */
const openReply = (sent: EncodedReply<RecordReply>) => openRecordReply(sent, replyCodec);

/** Splits a reply that holds a version. */
async function openVersion(sent: EncodedReply<BomVersionReply>, lineForm = publicLine as (message: unknown) => object) {
  const { record, ...opened } = openReply(sent);
  return { ...opened, version: await versionText(record, lineForm) };
}

/** Decodes a version line by line, in time slices. Skips the groups: `groupsPieces` makes them from the lines. */
async function versionText(bytes: Buffer, lineForm: (message: unknown) => object = publicLine): Promise<VersionText> {
  const timeSlices = new TimeSlices();
  const fields = [...fieldsOf(bytes)];
  const lines: LineText[] = [];
  for (const { number, value } of fields) {
    if (number !== LINES) continue;
    await timeSlices.giveWay();
    const message = lineCodec.decode(value);
    lines.push({ category: message.category, text: Buffer.from(JSON.stringify(lineForm(message))) });
  }
  return { outline: versionCodec.decode(without([LINES, GROUPS], fields)), lines };
}

interface Fetching {
  boms: Services['boms'];
  bomId: string;
  call: CallOptions;
  /** True if this answers a committed write. Then a failed fetch must not make the answer an error. */
  isWritten: boolean;
}

/** A version of a BOM. `isShown`: the answer shows its lines. */
interface Gathered {
  version: VersionText;
  isShown: boolean;
}

/**
 * Returns the versions in their order. The newest ones have their lines: at least the newest of all, whatever its size.
 */
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
    // After a version that could not be fetched, no older version is fetched.
    isFull ||= whole === undefined;
    sum.bytes += whole ? lengthOf(whole.lines.map(({ text }) => text)) : 0;
    isFull ||= sum.bytes > MAX_BYTES && gathered.some(({ isShown }) => isShown);
    const isShown = whole !== undefined && !isFull;
    gathered.push({ version: isShown ? whole : { ...version, lines: [] }, isShown });
  }
  return gathered.reverse();
}

const isWhole = ({ outline, lines }: VersionText): boolean => lines.length >= outline.lineItemCount;

/**
 * Returns undefined if the version was deleted, for example before its BOM's answer was replayed. After a write,
 * returns undefined for any error.
 */
async function fetched(
  { outline: { id } }: VersionText,
  { boms, bomId, call, isWritten }: Fetching,
): Promise<VersionText | undefined> {
  try {
    return (await openVersion(await boms.encoded('GetBomVersion', { id: bomId, version: id }, call))).version;
  } catch (error) {
    if (hasCode(error, 'not_found') || (isWritten && error instanceof AppError)) return undefined;
    throw error;
  }
}

const gatheredPieces = ({ version, isShown }: Gathered): Pieces =>
  isShown ? versionPieces(version, wholeVersion) : [Buffer.from(JSON.stringify(wholeVersion.head(version.outline)))];

const versionPieces = ({ outline, lines }: VersionText, { has, head }: AnswerParts): Pieces =>
  objectPieces(head(outline), {
    ...(has('lineItems') && { lineItems: linesPieces(lines) }),
    ...(has('groupedLineItems') && { groupedLineItems: groupsPieces(lines) }),
  });

const linesPieces = (lines: readonly LineText[]): Pieces => listPieces(lines.map(({ text }) => [text]));

/** Groups lines by category, in the order of first appearance (decisions 6: BOM). */
function groupsPieces(lines: readonly LineText[]): Pieces {
  const groups = Map.groupBy(lines, ({ category }) => category);
  return listPieces([...groups].map(([category, items]) => objectPieces({ category }, { items: linesPieces(items) })));
}
