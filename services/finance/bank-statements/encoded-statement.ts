import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
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

interface Reply {
  record: BankStatementView;
  revision: number;
  eventId: string;
  replayed: boolean;
}

/**
 * Encodes a statement and its lines, line by line. If the lines take more than 8 MiB, the reply has no lines, and the
 * gateway reads them by pages.
 */
export async function encodedStatement(
  { record, ...head }: Reply,
  lines: AsyncIterable<BankLine> | readonly BankLine[],
): Promise<EncodedReply<BankStatementReply>> {
  const outline = statement.encode({ ...record, lines: [] });
  const parts = field(RECORD, [outline, ...(await encodedLines(lines))]);
  return new EncodedReply(Buffer.concat([reply.encode({ ...head, record: null }), ...parts]));
}

async function encodedLines(lines: AsyncIterable<BankLine> | readonly BankLine[]): Promise<Buffer[]> {
  const encoded: Buffer[] = [];
  const timeSlices = new TimeSlices();
  let bytes = 0;
  for await (const one of lines) {
    await timeSlices.giveWay();
    const parts = field(LINES, [line.encode(bankLineView(one))]);
    bytes += parts.reduce((sum, { length }) => sum + length, 0);
    if (bytes > MAX_LINES) return [];
    encoded.push(...parts);
  }
  return encoded;
}
