import { AppError, type ErrorCode } from '#chassis/errors.ts';
import { FairSemaphore } from '#chassis/fair-semaphore.ts';
import type { CallOptions } from '#chassis/grpc-client.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import type { BomVersion as Version } from '#proto/gen/product/v1/BomVersion.ts';
import type { Services } from './clients.ts';
import { TIMEOUT } from './exchange.ts';

/** What one answer holds of the lines of all versions, bytes as JSON: more could not be gathered while its caller waits. */
const MAX_LINES = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** Versions that are fetched for one answer, and how many of them at once. */
const MAX_FETCHED = 100;
const AT_ONCE = 4;

const UNREACHED: readonly ErrorCode[] = ['upstream_unavailable', 'deadline_exceeded', 'rate_limited'];

/** Without the lists where it is not shown with its lines. */
type ShownVersion = Omit<Version, 'lineItems' | 'groupedLineItems'> & Partial<Version>;

interface Fetching {
  boms: Services['boms'];
  bomId: string;
  call: CallOptions;
  /** Errors for which a version is left without its lines. */
  forgiven: readonly ErrorCode[];
}

/**
 * BOMs that do not fit into one message: one takes tens of megabytes until it is answered, and what came with the first
 * message while it waits. So few wait.
 */
const largeBoms = new FairSemaphore({ concurrency: 2, limit: 2, refusal: 'Too many large BOMs are being read' });

/**
 * The BOM with the lines of its newest versions, as many as one answer holds: where one message could not hold them, they
 * are fetched, one BOM of an org after another. A write that has happened is answered even when they cannot be.
 */
export async function completed(boms: Services['boms'], reply: BomReply, call: CallOptions) {
  const { record } = reply;
  if (!record) return reply;
  const isWritten = reply.eventId !== '';
  const forgiven: ErrorCode[] = ['not_found', ...(isWritten ? UNREACHED : [])];
  const whole = await newestWhole(record.versions, { boms, bomId: record.id, call, forgiven });
  return {
    ...reply,
    record: { ...record, versions: record.versions.map((version) => whole.get(version.id) ?? bare(version)) },
  };
}

async function newestWhole(versions: readonly Version[], fetching: Fetching): Promise<Map<string, Version>> {
  const wanted = newestWithin(versions);
  if (wanted.every(isWhole)) return within(wanted, fetching);
  const { call, forgiven } = fetching;
  const { context, deadline = Date.now() + TIMEOUT } = call;
  const turn = largeBoms.run(context.principal?.orgId ?? '', { deadline }, () => within(wanted, fetching));
  return turn.catch((error) => {
    if (error instanceof AppError && forgiven.includes(error.code)) return within(wanted.filter(isWhole), fetching);
    throw error;
  });
}

/** Those of the versions that one answer holds, the newest first. */
async function within(wanted: readonly Version[], fetching: Fetching): Promise<Map<string, Version>> {
  const whole = new Map<string, Version>();
  let bytes = 0;
  for (let start = 0; start < wanted.length; start += AT_ONCE) {
    const some = wanted.slice(start, start + AT_ONCE);
    for (const version of await Promise.all(some.map((one) => (isWhole(one) ? one : fetched(one, fetching))))) {
      if (!version) continue;
      bytes += Buffer.byteLength(JSON.stringify(version.lineItems));
      if (bytes > MAX_BYTES && whole.size > 0) return whole;
      whole.set(version.id, version);
    }
  }
  return whole;
}

/** Newest first; the newest whatever its size. */
function newestWithin(versions: readonly Version[]): Version[] {
  let lines = 0;
  let missing = 0;
  const newestFirst = versions.toReversed();
  const end = newestFirst.findIndex((version, index) => {
    lines += version.lineItemCount;
    missing += isWhole(version) ? 0 : 1;
    return index > 0 && (lines > MAX_LINES || missing > MAX_FETCHED);
  });
  return end < 0 ? newestFirst : newestFirst.slice(0, end);
}

const isWhole = ({ lineItems, lineItemCount }: Version): boolean => lineItems.length >= lineItemCount;

/** Undefined when it has gone since, as when an answer is given again after its BOM was deleted. */
async function fetched({ id }: Version, { boms, bomId, call, forgiven }: Fetching): Promise<Version | undefined> {
  try {
    return (await boms.getBomVersion({ id: bomId, version: id }, call)).record ?? undefined;
  } catch (error) {
    if (error instanceof AppError && forgiven.includes(error.code)) return undefined;
    throw error;
  }
}

function bare({ lineItems: _, groupedLineItems: _groups, ...version }: Version): ShownVersion {
  return version;
}
