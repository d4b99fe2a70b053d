import { type Call, unary } from '#chassis/grpc-server.ts';
import { newId } from '#chassis/mongo.ts';
import { changesOf, keyOf } from '#chassis/record-methods.ts';
import {
  BomLineItemRequest,
  CreateBomLineItemRequest,
  ReplaceBomLineItemsRequest,
  UpdateBomLineItemRequest,
} from '#proto/product/v1/contract.ts';
import { versionOf } from './bom.ts';
import { type BomState, contentOf, linesChange } from './bom-change.ts';
import { ratesOf } from './bom-version.ts';
import { lineItemView, type Surroundings, versionOutline, versionView } from './bom-view.ts';
import { type BomRoom, changeBom, replyOf } from './bom-writes.ts';
import type { LineItem, LineItemChanges, LineItemInput } from './line-item.ts';
import { addLine, changeLine, findLine, type LineContext, removeLine, replaceLines } from './line-items.ts';
import { catalogOf } from './surroundings.ts';

interface VersionKey {
  id: string;
  version: string;
  expectedRevision?: number | undefined;
}

interface LineChange<More> {
  /** The lines whose materials and suppliers are looked up. */
  names(before: readonly LineItem[]): readonly (LineItem | LineItemInput | LineItemChanges)[];
  edit(before: readonly LineItem[], context: LineContext): readonly LineItem[];
  answer(state: BomState, around: Surroundings): More;
}

/** Lines count as a change of their BOM: `update:bom` (decisions 3: Scopes). */
const writing = { role: 'staff', scope: 'update:bom' } as const;

export function lineItemHandlers(room: BomRoom) {
  const { boms, neighbours, readBom } = room;

  const change = <More>(request: VersionKey, call: Call, { names, edit, answer }: LineChange<More>) =>
    changeBom(room, call, {
      key: keyOf(request, call),
      needs: (bom) => [versionOf(bom, request.version)],
      async decide(before, { rates }, session) {
        const version = versionOf(before.bom, request.version);
        const { lineItems } = contentOf(before, version);
        const catalog = await catalogOf(before.bom.orgId, names(lineItems), neighbours, session);
        const context = { catalog, rates, newId };
        return linesChange(before, version, (lines) => edit(lines, context), call.now);
      },
      answer,
    });

  /** The line that `pick` finds in the version as the change has left it. */
  const lineAnswer =
    (request: VersionKey, pick: (lines: readonly LineItem[]) => LineItem) =>
    (state: BomState, { rates }: Surroundings) => {
      const version = versionOf(state.bom, request.version);
      const content = contentOf(state, version);
      return lineItemView(pick(content.lineItems), version.id, ratesOf(version, content, rates));
    };

  return {
    ReplaceBomLineItems: unary(
      ReplaceBomLineItemsRequest,
      async ({ lineItems: inputs, ...request }, call) => {
        const written = await change(request, call, {
          names: () => inputs,
          edit: (lines, context) => replaceLines(lines, inputs, context),
          answer(state, { rates }) {
            const version = versionOf(state.bom, request.version);
            return versionView(versionOutline(version), contentOf(state, version), rates);
          },
        });
        return replyOf(written);
      },
      writing,
    ),
    CreateBomLineItem: unary(
      CreateBomLineItemRequest,
      async ({ lineItem, ...request }, call) => {
        const written = await change(request, call, {
          names: () => [lineItem],
          edit: (lines, context) => addLine(lines, lineItem, context),
          answer: lineAnswer(request, (lines) => lines.at(-1) as LineItem),
        });
        return replyOf(written);
      },
      writing,
    ),
    GetBomLineItem: unary(
      BomLineItemRequest,
      ({ id, version: key, lineItemId }, call) =>
        readBom(
          call,
          id,
          (bom) => [versionOf(bom, key)],
          async (bom) => {
            const version = versionOf(bom, key);
            const content = await boms.content(bom.orgId, version);
            const rates = ratesOf(version, content, await neighbours.rates(bom.orgId));
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
        const written = await change(request, call, {
          names: (lines) => [changes, findLine(lines, lineItemId)],
          edit: (lines, context) => changeLine(lines, lineItemId, changes, context),
          answer: lineAnswer(request, (lines) => findLine(lines, lineItemId)),
        });
        return replyOf(written);
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
