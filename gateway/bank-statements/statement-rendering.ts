import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { codec, type EncodedReply, fieldsOf } from '#chassis/rpc/message-codec.ts';
import { BankLine, BankStatement } from '#proto/finance/v1/contract.ts';
import type { BankStatementReply } from '#proto/gen/finance/v1/BankStatementReply.ts';
import type { Services } from '../grpc-clients.ts';
import {
  jsonItems,
  listPieces,
  objectPieces,
  openRecordReply,
  type Pieces,
  textOf,
  without,
} from '../payload/pieces.ts';
import { publicFormOf } from '../payload/record-form.ts';
import type { PiecesReply } from '../routing/answers.ts';
import { answerParts, type ChosenFields } from '../routing/chosen-fields.ts';

const reply = codec('finance', 'BankStatementReply');
const statement = codec('finance', 'BankStatement');
const line = codec('finance', 'BankLine');
const LINES = statement.numberOf('lines');
const publicLine = publicFormOf(BankLine);
const partsOf = answerParts(BankStatement, ['lines']);
/** Number of lines that are fetched at a time. */
const PAGE = 1_000;

/**
 * Answers a statement with its lines, written one by one, in time slices. Lines that do not fit into one message are
 * fetched by pages. After a write, the answer succeeds even if they cannot be fetched, for example for an API key that
 * may not read: then it has no lines. Lines that are not chosen are not fetched.
 */
export async function statementAnswer(
  services: Pick<Services, 'bankStatements'>,
  sent: EncodedReply<BankStatementReply>,
  call: CallOptions,
  chosen?: ChosenFields,
): Promise<PiecesReply> {
  const { record, ...head } = openRecordReply(sent, reply);
  const fields = [...fieldsOf(record)];
  const outline = statement.decode(without([LINES], fields));
  const parts = partsOf(chosen);
  if (!parts.has('lines')) return { ...head, id: outline.id, pieces: objectPieces(parts.head(outline), {}) };
  const encoded = fields.filter(({ number }) => number === LINES).map(({ value }) => value);
  const isWhole = encoded.length >= outline.lineCount;
  const isWritten = head.eventId !== '' || head.replayed;
  const lines = isWhole ? await shown(encoded) : await fetched(services, outline.id, call, isWritten);
  const pieces = objectPieces(parts.head(outline), lines ? { lines: listPieces(lines) } : {});
  return { ...head, id: outline.id, pieces };
}

async function shown(encoded: readonly Buffer[]): Promise<Pieces[]> {
  const timeSlices = new TimeSlices();
  const lines: Pieces[] = [];
  for (const bytes of encoded) {
    await timeSlices.giveWay();
    lines.push([Buffer.from(JSON.stringify(publicLine(line.decode(bytes))))]);
  }
  return lines;
}

const items = jsonItems(BankLine);

/** Returns undefined if the lines cannot be fetched after a write. */
async function fetched(
  { bankStatements }: Pick<Services, 'bankStatements'>,
  id: string,
  call: CallOptions,
  isWritten: boolean,
): Promise<Pieces[] | undefined> {
  const lines: Pieces[] = [];
  let after: string | undefined;
  try {
    do {
      const query = { page: 1, limit: PAGE, sort: 'lineNumber', ...(after !== undefined && { after }) };
      const page = await bankStatements.listBankLines({ id, query }, call);
      const texts = await textOf({ ...items, between: '' }, page.data);
      lines.push(...texts.map((text) => [text]));
      after = page.next;
    } while (after !== undefined);
    return lines;
  } catch (error) {
    if (isWritten && error instanceof AppError) return undefined;
    throw error;
  }
}
