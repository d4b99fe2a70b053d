import { Stints } from '#chassis/concurrency/stints.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { ImportBankStatementsReply } from '#proto/gen/finance/v1/ImportBankStatementsReply.ts';
import type { Suggestion } from './domain/open-item.ts';

const reply = codec('finance', 'ImportBankStatementsReply');
const outcome = codec('finance', 'ImportedBankLineOutcome');
const LINES = reply.numberOf('lines');

/** Bytes of lines after which they come without their suggestions, which are with the lines of the statement. */
const MAX_LINES = 8 * 1024 * 1024;

/** The outcome of a line of a file. */
export interface ImportedLine {
  line: number;
  status: 'created' | 'duplicate' | 'error';
  id: string | null;
  duplicateOf?: string;
  error?: string;
}

interface Reply {
  statements: readonly string[];
  lines: readonly ImportedLine[];
  eventId: string;
  replayed: boolean;
}

/** Encoded line by line, in stints. */
export async function encodedImport(
  { lines, ...head }: Reply,
  suggestions: ReadonlyMap<string, Suggestion[]>,
): Promise<EncodedReply<ImportBankStatementsReply>> {
  const stints = new Stints();
  const parts: Buffer[] = [reply.encode({ ...head, lines: [] })];
  let bytes = 0;
  for (const one of lines) {
    await stints.giveWay();
    const shown = one.id !== null && bytes < MAX_LINES ? (suggestions.get(one.id) ?? []) : [];
    const encoded = outcome.encode({ ...one, suggestions: shown });
    bytes += encoded.length;
    parts.push(...field(LINES, [encoded]));
  }
  return new EncodedReply(Buffer.concat(parts));
}
