import type { ClientSession, Recorded, RecordKey } from '#chassis/records/records.ts';
import type { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import type { Call } from '#chassis/rpc/grpc-server.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import type { BomReply } from '#proto/gen/product/v1/BomReply.ts';
import { type BomChange, type BomState, changeEvent } from './bom-change.ts';
import { bomContextOf } from './bom-context.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import { type Actor, type Bom, latestOf } from './domain/bom.ts';
import type { BomVersion } from './domain/bom-version.ts';
import { type BomContext, type BomOutline, bomOutline, type LineItemView, lineViews } from './domain/bom-view.ts';
import { encodedBomReply, type ReplyHead } from './encoded-version.ts';
import type { BomTurns } from './large-boms.ts';
import type { BomDecision, BomRepository } from './repository.ts';

/** What the handlers of BOMs stand on. */
export interface HandlerDependencies {
  boms: BomRepository;
  dependencies: BomDependencies;
  /** For what loads lines. */
  turns: BomTurns;
}

/** A change of a BOM, from its request to its answer. */
export interface Change<More> {
  key: RecordKey;
  /** Done once, in the change's turn, before its transaction. */
  prepare?(): Promise<void>;
  /** The versions whose lines it is about, besides the latest. */
  needs?(bom: Bom): (BomVersion | undefined)[];
  decide(before: BomState, around: BomContext, session: ClientSession): BomChange | Promise<BomChange>;
  /** What the answer needs of the state that the change has led to. */
  answer(state: BomState, around: BomContext): More;
}

/** Makes a change in one transaction, with its event. Errors: not_found, version_mismatch, and those of the change. */
function changeBom<More>(
  { boms, dependencies }: HandlerDependencies,
  call: Call,
  { key, needs = () => [], decide, answer }: Change<More>,
): Promise<Written<Recorded<unknown, More>>> {
  return boms.change(call, key, needs, async (before, session): Promise<BomDecision<More>> => {
    const earlier = await bomContextOf(before.bom, dependencies, session);
    const change = await decide(before, earlier, session);
    const { state } = change;
    const isMoved = state.bom.styleId !== before.bom.styleId;
    const around = isMoved ? await bomContextOf(state.bom, dependencies, session) : earlier;
    return { state, event: changeEvent(before, change, around, earlier), more: answer(state, around) };
  });
}

/** The answer of a change as its reply says it. */
export const replyOf = <More>({ value, eventId, replayed }: Written<Recorded<unknown, More>>) => ({
  record: value.more as More,
  revision: value.revision,
  eventId,
  replayed,
});

/** The answer of a change of lines, in its turn. */
export function changeInTurn<More, Answer>(
  room: HandlerDependencies,
  call: Call,
  change: Change<More>,
  answer: (written: Written<Recorded<unknown, More>>) => Answer | Promise<Answer>,
  more?: number,
): Promise<Answer> {
  const wanted = (bom: Bom) => [latestOf(bom), ...(change.needs?.(bom) ?? [])];
  const work = async () => {
    await change.prepare?.();
    return answer(await changeBom(room, call, change));
  };
  return room.turns.write(call, change.key.id, wanted, work, more);
}

/** The answer of a write whose BOM is answered whole. */
export const outlineOf = ({ bom }: BomState, { style }: BomContext): BomOutline => bomOutline(bom, style);

type OutlineReply = ReplyHead & { record: BomOutline };
type Lines = Iterable<LineItemView>;

/** The BOM with the lines of its latest versions, as they are: as many as a message holds. */
export const replyWithLines = async (room: HandlerDependencies, orgId: string, reply: OutlineReply) =>
  replyWith(await latestLines(room, orgId, reply.record), reply);

/**
 * The same of a write. It has happened, and is answered without lines when they cannot be read: the gateway asks for those
 * that are missing.
 */
export const writtenReply = async (room: HandlerDependencies, call: Call, orgId: string, reply: OutlineReply) =>
  replyWith(
    await latestLines(room, orgId, reply.record).catch((error) => {
      call.logger.warn({ err: error }, 'The lines of a BOM could not be read after its change');
      return NO_LINES;
    }),
    reply,
  );

/** The BOM without lines. */
export const replyWithoutLines = (reply: OutlineReply) => replyWith(NO_LINES, reply);

const NO_LINES: ReadonlyMap<string, Lines> = new Map();

/** By version. */
async function latestLines(
  { boms, dependencies }: HandlerDependencies,
  orgId: string,
  { versions }: BomOutline,
): Promise<ReadonlyMap<string, Lines>> {
  const contents = await boms.latestContents(orgId, versions);
  const rates = await dependencies.rates(orgId);
  const byId = new Map(versions.map((version) => [version.id, version]));
  return new Map(
    contents.flatMap((content) => {
      const version = byId.get(content.id);
      return version ? [[content.id, lineViews(version, content, rates)]] : [];
    }),
  );
}

function replyWith(
  lines: ReadonlyMap<string, Lines>,
  { record, ...head }: OutlineReply,
): Promise<EncodedReply<BomReply>> {
  const versions = record.versions.map((outline) => ({ outline, lines: lines.get(outline.id) ?? [] }));
  return encodedBomReply(head, record, versions);
}

/** A key acts as staff at most (decisions 3: Scopes). */
export const actorOf = ({ principal: { kind, id, role } }: Call): Actor => ({
  id,
  isAdmin: kind === 'user' && role === 'admin',
});
