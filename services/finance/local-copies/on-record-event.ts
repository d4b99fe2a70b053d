import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { kitsOf, LatestBomVersion, recipeLineOf, StyleWithKits } from '#proto/product/v1/recipe.contract.ts';
import { copiedFields, nullFields, RecordKind } from '#proto/product/v1/snapshot.contract.ts';
import type { Copy } from './domain/copy.ts';
import { partSnapshotOf, type RecordEvent, type Snapshot, snapshotOf } from './domain/snapshot.ts';
import type { CopyRepository } from './repository.ts';

/**
 * Applies events of product to the copies: of the record, and of the part of it that is copied. Throws Unreadable for an
 * event of a record that finance does not copy.
 */
export function onRecordEvent(copies: Pick<CopyRepository, 'applyEvent'>): (message: EventMessage) => Promise<void> {
  return async ({ envelope }) => {
    await copies.applyEvent(envelope.id, statementsIn(envelope));
  };
}

function statementsIn(envelope: EventMessage['envelope']): Snapshot[] {
  const kind = RecordKind.safeParse(envelope.type.slice(0, envelope.type.indexOf('.')));
  if (!kind.success) throw unreadable(kind.error);
  const data = partial[kind.data].safeParse(envelope.data);
  if (!data.success) throw unreadable(data.error);
  const event = { ...envelope, data: data.data } as RecordEvent;
  const record = snapshotOf(kind.data, event, wholeOf(kind.data, data.data));
  if (kind.data === 'style') return [record, partSnapshotOf('kit', event, kitsIn(envelope.data))];
  if (kind.data === 'bom') return [record, partSnapshotOf('recipe', event, recipeIn(envelope))];
  return [record];
}

/** The copied fields in the data of an event; undefined if the event was too large to have all of them. */
function wholeOf(kind: RecordKind, data: Record<string, unknown>): Copy[RecordKind] | undefined {
  const copy: Record<string, unknown> = { ...nullFields[kind], ...data };
  const fields = Object.keys(copiedFields[kind].shape);
  return fields.every((field) => copy[field] !== undefined) ? (copy as unknown as Copy[RecordKind]) : undefined;
}

/** The kits in an event of a style; undefined if the event was too large to have them. */
function kitsIn(data: Record<string, unknown>): Copy['kit'] | undefined {
  const style = StyleWithKits.safeParse(data);
  return style.success ? { id: style.data.id, skus: kitsOf(style.data.skus) } : undefined;
}

/**
 * The approved lines after an event of a BOM. Null: the event does not change them, because lines change only before the
 * approval. Undefined: the event was too large to have them.
 */
function recipeIn({ type, data }: EventMessage['envelope']): Copy['recipe'] | null | undefined {
  const id = String(data.id);
  if (type === 'bom.created') return { id, versionNumber: null, approvedAt: null, lineCount: 0, lines: [] };
  if (type !== 'bom.approved') return null;
  const bom = LatestBomVersion.safeParse(data);
  if (!bom.success) return undefined;
  const [{ versionNumber, status, approvedAt, lineItems }] = bom.data.versions;
  if (status !== 'approved') return undefined;
  return { id, versionNumber, approvedAt, lineCount: lineItems.length, lines: lineItems.map(recipeLineOf) };
}

const partial = {
  client: copiedFields.client.partial().required({ id: true }),
  supplier: copiedFields.supplier.partial().required({ id: true }),
  style: copiedFields.style.partial().required({ id: true }),
  material: copiedFields.material.partial().required({ id: true }),
  bom: copiedFields.bom.partial().required({ id: true }),
};

const unreadable = (cause: unknown) => new Unreadable('Event is about no record that finance copies', { cause });
