import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { ImportBankStatementsReply } from '#proto/gen/finance/v1/ImportBankStatementsReply.ts';
import type { Suggestion } from './domain/open-item.ts';

const reply = codec('finance', 'ImportBankStatementsReply');
const outcome = codec('finance', 'ImportedBankLineOutcome');
const LINES = reply.numberOf('lines');

/**
 * Bytes of encoded lines. The lines after them are sent without suggestions, so that the reply stays below the gRPC
 * limit of 16 MiB. ListBankLines returns these suggestions.
 */
const MAX_LINES = 8 * 1024 * 1024;

/** The result of one line of an imported file. */
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
  /** Absent in the stored reply of an earlier version. */
  hint?: string | null;
  eventId: string;
  replayed: boolean;
}

/** Encodes an import's reply line by line, in time slices of 10 ms (`TimeSlices`). */
export async function encodedImport(
  { lines, ...head }: Reply,
  suggestions: ReadonlyMap<string, Suggestion[]>,
): Promise<EncodedReply<ImportBankStatementsReply>> {
  const timeSlices = new TimeSlices();
  const parts: Buffer[] = [reply.encode({ ...head, lines: [] })];
  let bytes = 0;
  for (const one of lines) {
    await timeSlices.giveWay();
    const shown = one.id !== null && bytes < MAX_LINES ? (suggestions.get(one.id) ?? []) : [];
    const encoded = outcome.encode({ ...one, suggestions: shown });
    bytes += encoded.length;
    parts.push(...field(LINES, [encoded]));
  }
  return new EncodedReply(Buffer.concat(parts));
}
