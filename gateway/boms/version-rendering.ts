import { Stints } from '#chassis/concurrency/stints.ts';
import type { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import { codec, fieldsOf } from '#chassis/rpc/message-codec.ts';
import type { BomVersion as Version } from '#proto/gen/product/v1/BomVersion.ts';
import type { BomVersionReply } from '#proto/gen/product/v1/BomVersionReply.ts';
import { BomLineItem, BomVersionOutline } from '#proto/product/v1/contract.ts';
import { csvRows } from '../payload/csv/csv-rows.ts';
import { openRecordReply, without } from '../payload/encoded-record.ts';
import { listPieces, objectPieces, type Pieces } from '../payload/json-pieces.ts';
import { publicFormOf } from '../payload/public-form.ts';
import { type TextStream, textOf } from '../payload/record-format.ts';
import type { PiecesReply, RecordReply } from '../routing/answers.ts';

/** A version whose lines are JSON text already: 2,000 lines of ten options are 20 MB as objects, and 5 MB as text. */
export interface VersionText {
  /** Without its lines. */
  outline: Version;
  lines: LineText[];
}

interface LineText {
  category: string;
  text: Buffer;
}

const reply = codec('product', 'BomVersionReply');
const version = codec('product', 'BomVersion');
const line = codec('product', 'BomLineItem');
const LINES = version.numberOf('lineItems');
const GROUPS = version.numberOf('groupedLineItems');
const publicLine = publicFormOf(BomLineItem);
const publicOutline = publicFormOf(BomVersionOutline);

/** Replies that show BOMs, and those that show versions, are alike but for their record. */
export const openReply = (sent: EncodedReply<RecordReply>) => openRecordReply(sent, reply);

/** A reply that shows a version. */
export async function openVersion(sent: EncodedReply<BomVersionReply>) {
  const { record, ...opened } = openReply(sent);
  return { ...opened, version: await versionText(record) };
}

export async function versionAnswer(sent: EncodedReply<BomVersionReply>): Promise<PiecesReply> {
  const { version, ...reply } = await openVersion(sent);
  return { ...reply, id: version.outline.id, pieces: versionPieces(version) };
}

/** Of the version's lines alone. */
export async function linesAnswer(sent: EncodedReply<BomVersionReply>): Promise<PiecesReply> {
  const { version, ...reply } = await openVersion(sent);
  return { ...reply, pieces: objectPieces({}, { lineItems: linesPieces(version.lines) }) };
}

const rows = csvRows(BomLineItem);
/** Lines that become rows at a time. */
const ROWS = 100;

/** The same as CSV. */
export async function linesFile(sent: EncodedReply<BomVersionReply>) {
  const { outline, lines } = (await openVersion(sent)).version;
  return { csv: linesCsv(lines), fileName: `${outline.documentId}-line-items.csv` };
}

async function* linesCsv(lines: readonly LineText[]): TextStream {
  yield [Buffer.from(rows.begin)];
  for (let from = 0; from < lines.length; from += ROWS) {
    const some = lines.slice(from, from + ROWS);
    yield await textOf(
      rows,
      some.map(({ text }) => JSON.parse(text.toString())),
    );
  }
}

/** Reads the lines one by one, in stints. Their groups are made of them again. */
export async function versionText(bytes: Buffer): Promise<VersionText> {
  const stints = new Stints();
  const fields = [...fieldsOf(bytes)];
  const lines: LineText[] = [];
  for (const { number, value } of fields) {
    if (number !== LINES) continue;
    await stints.giveWay();
    const message = line.decode(value);
    lines.push({ category: message.category, text: Buffer.from(JSON.stringify(publicLine(message))) });
  }
  return { outline: version.decode(without([LINES, GROUPS], fields)), lines };
}

/** As answers show it. */
export const versionPieces = ({ outline, lines }: VersionText): Pieces =>
  objectPieces(publicOutline(outline), { lineItems: linesPieces(lines), groupedLineItems: groupsPieces(lines) });

/** Where it is shown without its lines. */
export const outlinePieces = ({ outline }: Pick<VersionText, 'outline'>): Pieces => [
  Buffer.from(JSON.stringify(publicOutline(outline))),
];

export const linesPieces = (lines: readonly LineText[]): Pieces => listPieces(lines.map(({ text }) => [text]));

/** By category, in order of first appearance (decisions 6: BOM). */
function groupsPieces(lines: readonly LineText[]): Pieces {
  const groups = Map.groupBy(lines, ({ category }) => category);
  return listPieces([...groups].map(([category, items]) => objectPieces({ category }, { items: linesPieces(items) })));
}
