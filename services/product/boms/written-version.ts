import { AppError, outcomeUnknown } from '#chassis/domain/errors.ts';
import type { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import type { Call } from '#chassis/rpc/grpc-server.ts';
import type { BomVersionReply } from '#proto/gen/product/v1/BomVersionReply.ts';
import { leastBytes } from '#proto/product/v1/contract.ts';
import { contentOf } from './bom-change.ts';
import { type Change, changeInTurn, type HandlerDependencies, replyOf } from './bom-writes.ts';
import type { Bom } from './domain/bom.ts';
import type { BomVersion, VersionContent } from './domain/bom-version.ts';
import { type LineItemView, lineViews, type VersionOutline, versionOutline, versionView } from './domain/bom-view.ts';
import { encodedVersionReply } from './encoded-version.ts';
import { MAX_SMALL } from './large-boms.ts';

/** A change that is answered with one version. */
interface VersionChange extends Omit<Change<never>, 'answer'> {
  /** The version that it has written. */
  written(bom: Bom): BomVersion;
  /** Bytes of what it was asked for with. */
  bytes?: number;
}

/** The version as an Idempotency-Key remembers it: a large one without its lines, which are then answered as they are. */
type Kept = VersionOutline & { lineItems?: readonly LineItemView[] };

/** Makes the change in its turn, and answers the version. Errors: those of a turn and of the change. */
export function writeVersion(
  room: HandlerDependencies,
  call: Call,
  { written, bytes, ...change }: VersionChange,
): Promise<EncodedReply<BomVersionReply>> {
  /** What was written last: a lost race has it written again. */
  let lines: Iterable<LineItemView> | undefined;
  const answer: Change<Kept>['answer'] = (state, { rates }) => {
    const version = written(state.bom);
    const content = contentOf(state, version);
    const outline = versionOutline(version);
    lines = lineViews(outline, content, rates);
    return leastBytes(content.lineItems) > MAX_SMALL ? outline : versionView(outline, content, rates);
  };
  return changeInTurn(
    room,
    call,
    { ...change, answer },
    async (done) => {
      const { record, ...head } = replyOf(done);
      const { lineItems = done.replayed ? await linesOf(room, change.key.orgId, record) : lines, ...outline } = record;
      return encodedVersionReply(head, { outline, lines: lineItems ?? [] });
    },
    bytes,
  );
}

/** None where the version has gone since. Errors: outcome_unknown, since a refusal would say that nothing was written. */
async function linesOf({ boms, dependencies }: HandlerDependencies, orgId: string, outline: VersionOutline) {
  try {
    const content = await boms.content(orgId, outline).catch(noneWhereNotFound);
    return content && lineViews(outline, content, await dependencies.rates(orgId));
  } catch (error) {
    throw outcomeUnknown('The version that was written could not be read', error);
  }
}

function noneWhereNotFound(error: unknown): VersionContent | undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
