import { inTimeSlices } from '#chassis/concurrency/time-slices.ts';
import { checkRevision } from '#chassis/domain/record.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { NOT_WRITTEN } from '#chassis/records/command.ts';
import { changesOf } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { bytesUnary, unary } from '#chassis/rpc/endpoint.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { BomLineItemRequest, CreateBomLineItemRequest, UpdateBomLineItemRequest } from '#proto/product/v1/contract.ts';
import { catalogOf } from './bom-dependencies.ts';
import { type BomParts, bomCommand, changeBom, LINE_BYTES } from './commands.ts';
import { type Bom, versionOf } from './domain/bom.ts';
import { type BomState, contentOf, linesChange, openLines } from './domain/bom-change.ts';
import { ratesOf } from './domain/bom-version.ts';
import { type LineItemView, lineItemView } from './domain/bom-view.ts';
import {
  addLine,
  changeLine,
  findLine,
  type LineItem,
  type LineItemChanges,
  removeLine,
  replaceLines,
} from './domain/line-items.ts';
import { openReplacement, readLines } from './line-replacement.ts';
import { replyOfPart, replyOfVersion, writtenPart, writtenVersion } from './replies.ts';

interface VersionKey {
  id: string;
  version: string;
}

/** A change of lines is a change of the BOM: it needs `update:bom` (decisions 3: Scopes). */
const writing = { role: 'staff', scope: 'update:bom' } as const;
const versionsOf = (bom: Bom, { version }: VersionKey) => [versionOf(bom, version)];

export function lineItemHandlers(parts: BomParts) {
  const { boms, dependencies, turns } = parts;
  const reply = replyOfPart<LineItemView>;
  const replyWithVersion = replyOfVersion(parts);

  const replace = (bytes: Buffer, call: Call) =>
    changeBom(parts, openReplacement(bytes), call, {
      versionsOf,
      bytes: ({ bytes, lines }) => bytes + lines.length * LINE_BYTES,
      async prepare({ id, expectedRevision, lines }, { principal }) {
        // A wrong revision is refused before 2,000 lines are validated.
        if (expectedRevision !== undefined) {
          checkRevision('BOM', await boms.get(principal.orgId, id), expectedRevision);
        }
        return readLines(lines);
      },
      async change(request, before, tx, inputs) {
        const open = openLines(before, request.version);
        const catalog = await catalogOf(tx, inputs, dependencies);
        const context = { catalog, rates: before.context.rates, newId };
        const replaced = await inTimeSlices(replaceLines(open.lineItems, inputs, context));
        const state = await boms.save(tx, before, linesChange(before, open, replaced, tx.now));
        return writtenVersion(state, open.version.id);
      },
      reply: replyWithVersion,
    });

  return {
    ReplaceBomLineItems: bytesUnary(replace, writing),
    CreateBomLineItem: bomCommand(parts, CreateBomLineItemRequest, writing, {
      versionsOf,
      async change({ lineItem, version }, before, tx) {
        const open = openLines(before, version);
        const catalog = await catalogOf(tx, [lineItem], dependencies);
        const added = addLine(open.lineItems, lineItem, { catalog, rates: before.context.rates, newId });
        const state = await boms.save(tx, before, linesChange(before, open, added, tx.now));
        return writtenPart(state, lineView(state, open.version.id, added.at(-1) as LineItem));
      },
      reply,
    }),
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
            const rates = ratesOf(version, content, await dependencies.rates(bom));
            const record = lineItemView(findLine(content.lineItems, lineItemId), version.id, rates);
            return { record, revision: bom.revision, ...NOT_WRITTEN };
          },
        ),
      { role: 'staff', scope: 'read:bom' },
    ),
    UpdateBomLineItem: bomCommand(parts, UpdateBomLineItemRequest, writing, {
      versionsOf,
      async change({ lineItemId, patch, fields, version }, before, tx) {
        const changes: LineItemChanges = changesOf({ patch, fields });
        // A line that does not exist is refused with not_found, even if the lines may not change.
        const known = findLine(contentOf(before, versionOf(before.bom, version)).lineItems, lineItemId);
        const open = openLines(before, version);
        const catalog = await catalogOf(tx, [changes, known], dependencies);
        const context = { catalog, rates: before.context.rates, newId };
        const changed = changeLine(open.lineItems, lineItemId, changes, context);
        const state = await boms.save(tx, before, linesChange(before, open, changed, tx.now));
        return writtenPart(state, lineView(state, open.version.id, findLine(changed, lineItemId)));
      },
      reply,
    }),
    DeleteBomLineItem: bomCommand(parts, BomLineItemRequest, writing, {
      versionsOf,
      async change({ lineItemId, version }, before, tx) {
        const open = openLines(before, version);
        await boms.save(tx, before, linesChange(before, open, removeLine(open.lineItems, lineItemId), tx.now));
        return lineItemId;
      },
      reply: ({ value, eventId, replayed }: Written<string>) => ({ deletedId: value, eventId, replayed }),
    }),
  };
}

/** The public form of a line after the change. */
function lineView(state: BomState, versionId: string, line: LineItem): LineItemView {
  const version = versionOf(state.bom, versionId);
  return lineItemView(line, versionId, ratesOf(version, contentOf(state, version), state.context.rates));
}
