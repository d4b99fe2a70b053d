import { inStints } from '#chassis/concurrency/pace.ts';
import { checkRevision } from '#chassis/domain/record.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { changesOf, keyOf } from '#chassis/records/record-methods.ts';
import { bytesUnary, type Call, unary } from '#chassis/rpc/grpc-server.ts';
import { BomLineItemRequest, CreateBomLineItemRequest, UpdateBomLineItemRequest } from '#proto/product/v1/contract.ts';
import { type BomState, contentOf, linesChange } from './bom-change.ts';
import { catalogOf } from './bom-context.ts';
import { type Change, changeInTurn, type HandlerDependencies, replyOf } from './bom-writes.ts';
import { checkLinesMayChange, versionOf } from './domain/bom.ts';
import { ratesOf } from './domain/bom-version.ts';
import { type BomContext, lineItemView } from './domain/bom-view.ts';
import type { LineItem, LineItemChanges, LineItemInput } from './domain/line-item.ts';
import { addLine, changeLine, findLine, type LineContext, removeLine, replaceLines } from './domain/line-items.ts';
import { LINE_BYTES } from './large-boms.ts';
import { openReplacement, readLines } from './line-replacement.ts';
import { writeVersion } from './written-version.ts';

interface VersionKey {
  id: string;
  version: string;
  expectedRevision?: number | undefined;
}

interface LineChange<More> {
  /** The lines whose materials and suppliers are looked up. */
  names(before: readonly LineItem[]): readonly (LineItem | LineItemInput | LineItemChanges)[];
  edit(before: readonly LineItem[], context: LineContext): readonly LineItem[];
  answer(state: BomState, around: BomContext): More;
}

/** Lines count as a change of their BOM: `update:bom` (decisions 3: Scopes). */
const writing = { role: 'staff', scope: 'update:bom' } as const;

export function lineItemHandlers(room: HandlerDependencies) {
  const { boms, dependencies, turns } = room;

  const change = <More>(request: VersionKey, call: Call, { names, edit, answer }: LineChange<More>) => {
    const change: Change<More> = {
      key: keyOf(request, call),
      needs: (bom) => [versionOf(bom, request.version)],
      async decide(before, { rates }, session) {
        const version = versionOf(before.bom, request.version);
        const { lineItems } = contentOf(before, version);
        const catalog = await catalogOf(before.bom.orgId, names(lineItems), dependencies, session);
        const context = { catalog, rates, newId };
        return linesChange(before, version, (lines) => edit(lines, context), call.now);
      },
      answer,
    };
    return changeInTurn(room, call, change, replyOf);
  };

  /** The line that `pick` finds in the version as the change has left it. */
  const lineAnswer =
    (request: VersionKey, pick: (lines: readonly LineItem[]) => LineItem) =>
    (state: BomState, { rates }: BomContext) => {
      const version = versionOf(state.bom, request.version);
      const content = contentOf(state, version);
      return lineItemView(pick(content.lineItems), version.id, ratesOf(version, content, rates));
    };

  return {
    ReplaceBomLineItems: bytesUnary(async (bytes, call) => {
      const { lines, ...request } = openReplacement(bytes);
      let inputs: readonly LineItemInput[] = [];
      return writeVersion(room, call, {
        key: keyOf(request, call),
        async prepare() {
          // Judging 2,000 lines takes long: not in vain.
          if (request.expectedRevision !== undefined) {
            checkRevision('BOM', await boms.get(call.principal.orgId, request.id), request.expectedRevision);
          }
          inputs = await readLines(lines);
        },
        needs: (bom) => [versionOf(bom, request.version)],
        bytes: bytes.length + lines.length * LINE_BYTES,
        async decide(before, { rates }, session) {
          const version = versionOf(before.bom, request.version);
          checkLinesMayChange(version);
          const catalog = await catalogOf(before.bom.orgId, inputs, dependencies, session);
          const context = { catalog, rates, newId };
          const replaced = await inStints(replaceLines(contentOf(before, version).lineItems, inputs, context));
          return linesChange(before, version, () => replaced, call.now);
        },
        written: (bom) => versionOf(bom, request.version),
      });
    }, writing),
    CreateBomLineItem: unary(
      CreateBomLineItemRequest,
      async ({ lineItem, ...request }, call) => {
        return change(request, call, {
          names: () => [lineItem],
          edit: (lines, context) => addLine(lines, lineItem, context),
          answer: lineAnswer(request, (lines) => lines.at(-1) as LineItem),
        });
      },
      writing,
    ),
    GetBomLineItem: unary(
      BomLineItemRequest,
      ({ id, version: key, lineItemId }, call) =>
        turns.read(
          call,
          id,
          (bom) => [versionOf(bom, key)],
          async (bom) => {
            const version = versionOf(bom, key);
            const content = await boms.content(bom.orgId, version);
            const rates = ratesOf(version, content, await dependencies.rates(bom.orgId));
            const record = lineItemView(findLine(content.lineItems, lineItemId), version.id, rates);
            return { record, revision: bom.revision, eventId: '', replayed: false };
          },
        ),
      { role: 'staff', scope: 'read:bom' },
    ),
    UpdateBomLineItem: unary(
      UpdateBomLineItemRequest,
      async ({ lineItemId, patch, fields, ...request }, call) => {
        const changes: LineItemChanges = changesOf({ patch, fields });
        return change(request, call, {
          names: (lines) => [changes, findLine(lines, lineItemId)],
          edit: (lines, context) => changeLine(lines, lineItemId, changes, context),
          answer: lineAnswer(request, (lines) => findLine(lines, lineItemId)),
        });
      },
      writing,
    ),
    DeleteBomLineItem: unary(
      BomLineItemRequest,
      async ({ lineItemId, ...request }, call) => {
        const { eventId, replayed } = await change(request, call, {
          names: () => [],
          edit: (lines) => removeLine(lines, lineItemId),
          answer: () => null,
        });
        return { deletedId: lineItemId, eventId, replayed };
      },
      writing,
    ),
  };
}
