import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { codec, EncodedReply, field } from '#chassis/rpc/message-codec.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
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
/** Number of lines whose names are read at a time. A line has up to five suggestions. */
const NAMED_TOGETHER = 500;

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

/**
 * Encodes an import's reply line by line, in time slices of 10 ms (`TimeSlices`). `names`: as for lines. If the names
 * cannot be read, the reply has none, because the import has succeeded.
 */
export async function encodedImport(
  { lines, ...head }: Reply,
  suggestions: ReadonlyMap<string, Suggestion[]>,
  { names, scope }: { names: NamesBeside; scope: ReadScope },
): Promise<EncodedReply<ImportBankStatementsReply>> {
  const timeSlices = new TimeSlices();
  const parts: Buffer[] = [reply.encode({ ...head, lines: [] })];
  let bytes = 0;
  for (let from = 0; from < lines.length; from += NAMED_TOGETHER) {
    const some = lines.slice(from, from + NAMED_TOGETHER).map((one) => {
      const own = one.id !== null && bytes < MAX_LINES ? suggestions.get(one.id) : undefined;
      return { ...one, suggestions: own ?? [] };
    });
    for (const one of await names(some, scope).catch(() => some)) {
      await timeSlices.giveWay();
      const encoded = outcome.encode(bytes < MAX_LINES ? one : { ...one, suggestions: [] });
      bytes += encoded.length;
      parts.push(...field(LINES, [encoded]));
    }
  }
  return new EncodedReply(Buffer.concat(parts));
}
