import { FairSemaphore } from '#chassis/fair-semaphore.ts';
import type { Call } from '#chassis/grpc-server.ts';
import type { Bom } from './bom.ts';
import type { BomVersion } from './bom-version.ts';
import type { BomRepository } from './repository.ts';

/** Reads a BOM and answers from it; `wanted`: the versions whose lines `answer` loads. */
export type BomReader = <T>(
  call: Call,
  id: string,
  wanted: (bom: Bom) => readonly BomVersion[],
  answer: (bom: Bom) => Promise<T>,
) => Promise<T>;

/** Bytes of which no more are loaded at once without a turn. */
const MAX_SMALL = 256 * 1024;
/** What a line of a version counts whose size is not known: some 100 without a turn. */
const LINE_BYTES = 2_500;
/** One is loaded from the database while another is written out: more at once would take memory and gain no time. */
const CONCURRENCY = 2;
/** Of one org: more would not get their turn in time. A BOM of many large versions is asked for by four reads at once. */
const MAX_WAITING = 32;

/**
 * Reads of many or long lines take turns by org. Each takes tens of megabytes until it is answered, and its writing out
 * keeps the process from all else. Errors of a reader: not_found, rate_limited when too many of the org wait,
 * deadline_exceeded, and what `wanted` and `answer` throw.
 */
export function bomReader(boms: Pick<BomRepository, 'get'>): BomReader {
  const turns = new FairSemaphore({
    concurrency: CONCURRENCY,
    limit: MAX_WAITING,
    refusal: 'Too many large BOMs are being read',
  });
  return async (call, id, wanted, answer) => {
    const { orgId } = call.principal;
    const bom = await boms.get(orgId, id);
    const bytes = wanted(bom).reduce((sum, version) => sum + bytesOf(version), 0);
    if (bytes <= MAX_SMALL) return answer(bom);
    // It may have changed while others had their turns.
    return turns.run(orgId, call, async () => answer(await boms.get(orgId, id)));
  };
}

const bytesOf = ({ contentBytes, lineItemCount }: BomVersion): number => contentBytes ?? lineItemCount * LINE_BYTES;
