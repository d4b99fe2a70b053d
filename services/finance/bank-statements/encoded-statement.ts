import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { BankStatementReply } from '#proto/gen/finance/v1/BankStatementReply.ts';
import { type BankLine, bankLineView } from './domain/bank-line.ts';
import type { BankStatementView } from './domain/bank-statement.ts';

const reply = codec('finance', 'BankStatementReply');
const statement = codec('finance', 'BankStatement');
const line = codec('finance', 'BankLine');
const RECORD = reply.numberOf('record');
const LINES = statement.numberOf('lines');

/** Maximum bytes of encoded lines in one reply. A gRPC message has at most 16 MiB. */
const MAX_LINES = 8 * 1024 * 1024;
/** Number of lines whose names are read at a time. A line has up to five suggestions. */
const NAMED_TOGETHER = 500;

interface Reply {
  record: BankStatementView;
  revision: number;
  eventId: string;
  replayed: boolean;
}

type Lines = AsyncIterable<BankLine> | readonly BankLine[];

/** Reads the names beside the ids of lines. */
interface Naming {
  names: NamesBeside;
  scope: ReadScope;
}

/**
 * Encodes a statement and its lines, line by line. If the lines take more than 8 MiB, the reply has no lines, and the
 * gateway reads them by pages. Errors: those of `names`.
 */
export async function encodedStatement(
  { record, ...head }: Reply,
  lines: Lines,
  naming: Naming,
): Promise<EncodedReply<BankStatementReply>> {
  const outline = statement.encode({ ...record, lines: [] });
  const parts = field(RECORD, [outline, ...(await encodedLines(lines, record.documentId, naming))]);
  return new EncodedReply(Buffer.concat([reply.encode({ ...head, record: null }), ...parts]));
}

async function encodedLines(lines: Lines, statementNumber: string, { names, scope }: Naming): Promise<Buffer[]> {
  const encoded: Buffer[] = [];
  const timeSlices = new TimeSlices();
  let bytes = 0;
  for await (const part of partsOf(lines)) {
    const views = part.map((one) => bankLineView(one, statementNumber));
    for (const view of await names(views, scope)) {
      await timeSlices.giveWay();
      const parts = field(LINES, [line.encode(view)]);
      bytes += parts.reduce((sum, { length }) => sum + length, 0);
      if (bytes > MAX_LINES) return [];
      encoded.push(...parts);
    }
  }
  return encoded;
}

async function* partsOf(lines: Lines): AsyncGenerator<BankLine[]> {
  const timeSlices = new TimeSlices();
  let part: BankLine[] = [];
  for await (const one of lines) {
    await timeSlices.giveWay();
    if (part.push(one) < NAMED_TOGETHER) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
