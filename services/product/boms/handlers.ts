import { type DocumentIds, isDocumentId } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { NOT_WRITTEN, replyOf } from '#chassis/records/command.ts';
import { encodedUnary, unary } from '#chassis/rpc/endpoint.ts';
import { RecordReading, RecordRequest } from '#proto/common/v1/contract.ts';
import { valuesOf } from '#proto/common/v1/several.contract.ts';
import { CreateBomRequest, ListBomsRequest, RejectBomRequest, UpdateBomRequest } from '#proto/product/v1/contract.ts';
import { bomContextOf, requireStyle, styleSummary } from './bom-dependencies.ts';
import { actorOf, type BomParts, bomCommand } from './commands.ts';
import { approvedOf, createBom } from './domain/bom.ts';
import { approveChange, newBomState, rejectChange, styleChange, submitChange } from './domain/bom-change.ts';
import { type BomOutline, bomOutline } from './domain/bom-view.ts';
import { encodedBomReply, replyOfBom, replyOfPart, replyWithLines, withAuthors, writtenBom } from './replies.ts';

interface HandlerParts extends BomParts {
  documentIds: DocumentIds;
}

/**
 * Maximum number of BOMs of a page. Each BOM includes the outlines of all its versions. An export asks for larger
 * pages, and gets this number.
 */
const MAX_BOMS = 100;
const PREFIX = 'BOM';

/** Only staff may use BOMs (interface: Roles). */
const access = (action: 'create' | 'read' | 'update' | 'delete' | 'submit' | 'approve') =>
  ({ role: 'staff', scope: `${action}:bom` }) as const;

export function bomHandlers({ documentIds, ...parts }: HandlerParts) {
  const { writer, boms, dependencies, authors, turns } = parts;
  const reply = replyOfBom(parts);

  return {
    CreateBom: encodedUnary(
      CreateBomRequest,
      async ({ bom: { styleId, createdById } }, call) => {
        const { orgId, id: callerId } = call.principal;
        const documentId = await documentIds.next(orgId, PREFIX, call.now);
        const written = await writer.create(call, async (tx) => {
          const style = await tx.readOnce(`style:${styleId}`, () => requireStyle(tx, styleId, dependencies));
          const rates = await tx.readOnce('rates', () => dependencies.rates(tx));
          const fields = { styleId: style.id, createdById: createdById ?? callerId };
          const bom = createBom(fields, { id: newId(), orgId, documentId, versionId: newId() }, tx.now);
          const state = newBomState(bom, { style: styleSummary(style), rates });
          await boms.add(tx, state);
          return writtenBom(state);
        });
        // A new BOM has no lines.
        return encodedBomReply(await withAuthors(authors, replyOfPart(written), call));
      },
      access('create'),
    ),
    GetBom: encodedUnary(
      RecordReading,
      ({ id, onlyFields = [] }, call) => {
        const isBrief = onlyFields.length > 0 && !onlyFields.includes('versions');
        return turns.read(
          call,
          id,
          ({ versions }) => (isBrief ? [] : versions),
          async (bom) => {
            const { style } = await bomContextOf(bom, bom, dependencies);
            const shown = { record: bomOutline(bom, style), revision: bom.revision, ...NOT_WRITTEN };
            return isBrief
              ? encodedBomReply(await withAuthors(authors, shown, call, onlyFields))
              : replyWithLines(parts, shown, call);
          },
        );
      },
      access('read'),
    ),
    ListBoms: unary(
      ListBomsRequest,
      async ({ query, styleId: key, status, materialId }, call) => {
        const { orgId } = call.principal;
        const styleId =
          key !== undefined && isDocumentId(key) ? (await dependencies.style(call.principal, key))?.id : key;
        if (key !== undefined && styleId === undefined) return { data: [], total: 0 };
        const id = materialId === undefined ? undefined : await boms.withMaterial(orgId, materialId);
        if (id?.length === 0) return { data: [], total: 0 };
        const limit = Math.min(query.limit, MAX_BOMS);
        const filter = {
          ...(id && { id }),
          ...(styleId && { styleId }),
          ...(status && { status: valuesOf(status) as BomOutline['status'][] }),
        };
        const page = await boms.list(orgId, { ...query, limit }, filter, call);
        const styles = await dependencies.styles(call.principal, [...new Set(page.data.map((bom) => bom.styleId))]);
        const shown = page.data.map((bom) => {
          const style = styles.get(bom.styleId);
          return bomOutline(bom, style ? styleSummary(style) : null);
        });
        return { ...page, data: await authors(shown, call, query.onlyFields) };
      },
      access('read'),
    ),
    UpdateBom: bomCommand(parts, UpdateBomRequest, access('update'), {
      async change({ patch: { styleId } }, before, tx) {
        if (styleId === undefined) return writtenBom(before);
        const style = await requireStyle(tx, styleId, dependencies);
        return writtenBom(await boms.save(tx, before, styleChange(before, styleSummary(style), tx.now)));
      },
      reply,
    }),
    DeleteBom: unary(
      RecordRequest,
      async (request, call) => {
        const reserve = () => boms.reserve(call, request);
        const written = await writer.writeReserved(call, reserve, async (tx, reserved) => {
          const before = await boms.loadReserved(tx, request, reserved);
          return { deletedId: await boms.remove(tx, before, reserved) };
        });
        return replyOf(written);
      },
      access('delete'),
    ),
    SubmitBom: bomCommand(parts, RecordRequest, access('submit'), {
      // The submitted version is compared with the approved one.
      versionsOf: (bom) => [approvedOf(bom)],
      change: async (_request, before, tx) =>
        writtenBom(await boms.save(tx, before, submitChange(before, actorOf(tx), tx.now))),
      reply,
    }),
    ApproveBom: bomCommand(parts, RecordRequest, access('approve'), {
      change: async (_request, before, tx) =>
        writtenBom(await boms.save(tx, before, approveChange(before, actorOf(tx), tx.now))),
      reply,
    }),
    RejectBom: bomCommand(parts, RejectBomRequest, access('approve'), {
      change: async ({ rejectionReason = null }, before, tx) =>
        writtenBom(await boms.save(tx, before, rejectChange(before, actorOf(tx), rejectionReason, tx.now))),
      reply,
    }),
  };
}
