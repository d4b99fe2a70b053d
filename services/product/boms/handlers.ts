import { isDocumentId } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { keyOf } from '#chassis/records/record-methods.ts';
import type { Recorded } from '#chassis/records/records.ts';
import { type Call, encodedUnary, unary } from '#chassis/rpc/grpc-server.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { CreateBomRequest, ListBomsRequest, RejectBomRequest, UpdateBomRequest } from '#proto/product/v1/contract.ts';
import {
  approveChange,
  createdEvent,
  deletedEvent,
  newBomState,
  rejectChange,
  styleChange,
  submitChange,
} from './bom-change.ts';
import { bomContextOf, requireStyle, styleSummary } from './bom-context.ts';
import {
  actorOf,
  type Change,
  changeInTurn,
  type HandlerDependencies,
  outlineOf,
  replyOf,
  replyWithLines,
  replyWithoutLines,
  writtenReply,
} from './bom-writes.ts';
import { approvedOf, createBom } from './domain/bom.ts';
import { type BomOutline, bomOutline } from './domain/bom-view.ts';

interface BomOffice extends HandlerDependencies {
  /** Takes the next document number. */
  nextDocumentId(orgId: string, now: Date): Promise<string>;
}

/** In one message: each brings the outlines of all its versions. An export, which asks for more, walks in smaller steps. */
const MAX_BOMS = 100;

/** BOMs are for staff alone (interface: Roles). */
export function bomHandlers({ nextDocumentId, ...room }: BomOffice) {
  const { boms, dependencies, turns } = room;

  function change(request: RecordRequest, call: Call, made: Pick<Change<BomOutline>, 'needs' | 'decide'>) {
    const key = keyOf(request, call);
    const answer = (written: Written<Recorded<unknown, BomOutline>>) =>
      writtenReply(room, call, key.orgId, replyOf(written));
    return changeInTurn(room, call, { ...made, key, answer: outlineOf }, answer);
  }

  return {
    CreateBom: encodedUnary(
      CreateBomRequest,
      async ({ bom: input }, call) => {
        const { orgId, id: callerId } = call.principal;
        const documentId = await nextDocumentId(orgId, call.now);
        const written = await boms.create(call, async (session) => {
          const style = await requireStyle(orgId, input.styleId, dependencies, session);
          const fields = { styleId: style.id, createdById: input.createdById ?? callerId };
          const state = newBomState(
            createBom(fields, { id: newId(), orgId, documentId, versionId: newId() }, call.now),
          );
          const around = await bomContextOf(state.bom, dependencies, session);
          return { state, event: createdEvent(state, around), more: outlineOf(state, around) };
        });
        // A new BOM has none.
        return replyWithoutLines(replyOf(written));
      },
      { role: 'staff', scope: 'create:bom' },
    ),
    GetBom: encodedUnary(
      RecordRequest,
      ({ id }, call) =>
        turns.read(
          call,
          id,
          ({ versions }) => versions,
          async (bom) => {
            const { style } = await bomContextOf(bom, dependencies);
            const reply = { revision: bom.revision, eventId: '', replayed: false };
            return replyWithLines(room, bom.orgId, { ...reply, record: bomOutline(bom, style) });
          },
        ),
      { role: 'staff', scope: 'read:bom' },
    ),
    ListBoms: unary(
      ListBomsRequest,
      async ({ query, styleId: key, ...filters }, call) => {
        const { orgId } = call.principal;
        const styleId = key !== undefined && isDocumentId(key) ? (await dependencies.style(orgId, key))?.id : key;
        if (key !== undefined && styleId === undefined) return { data: [], total: 0 };
        const limit = Math.min(query.limit, MAX_BOMS);
        const page = await boms.list(orgId, { ...query, limit }, { styleId, ...filters }, call);
        const styles = await dependencies.styles(orgId, [...new Set(page.data.map((bom) => bom.styleId))]);
        const shown = page.data.map((bom) => {
          const style = styles.get(bom.styleId);
          return bomOutline(bom, style ? styleSummary(style) : null);
        });
        return { ...page, data: shown };
      },
      { role: 'staff', scope: 'read:bom' },
    ),
    UpdateBom: encodedUnary(
      UpdateBomRequest,
      ({ patch: { styleId }, ...request }, call) =>
        change(request, call, {
          async decide(before, _around, session) {
            if (styleId === undefined) return { state: before, type: 'bom.updated' };
            const style = await requireStyle(before.bom.orgId, styleId, dependencies, session);
            return styleChange(before, style.id, call.now);
          },
        }),
      { role: 'staff', scope: 'update:bom' },
    ),
    DeleteBom: unary(
      RecordRequest,
      async (request, call) => {
        const { value, ...written } = await boms.delete(call, keyOf(request, call), async (before, session) =>
          deletedEvent(before, await bomContextOf(before.bom, dependencies, session)),
        );
        return { deletedId: value, ...written };
      },
      { role: 'staff', scope: 'delete:bom' },
    ),
    SubmitBom: encodedUnary(
      RecordRequest,
      (request, call) =>
        change(request, call, {
          needs: (bom) => [approvedOf(bom)],
          decide: (before, { rates }) => submitChange(before, actorOf(call), rates, call.now),
        }),
      { role: 'staff', scope: 'submit:bom' },
    ),
    ApproveBom: encodedUnary(
      RecordRequest,
      (request, call) => change(request, call, { decide: (before) => approveChange(before, actorOf(call), call.now) }),
      { role: 'staff', scope: 'approve:bom' },
    ),
    RejectBom: encodedUnary(
      RejectBomRequest,
      ({ rejectionReason = null, ...request }, call) =>
        change(request, call, { decide: (before) => rejectChange(before, actorOf(call), rejectionReason, call.now) }),
      { role: 'staff', scope: 'approve:bom' },
    ),
  };
}
