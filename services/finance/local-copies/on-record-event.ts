import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { copiedFields, nullFields, SnapshotKind } from '#proto/product/v1/snapshot.contract.ts';
import type { Copy, CopyKind } from './domain/copy.ts';
import { type RecordEvent, type Snapshot, snapshotOf } from './domain/snapshot.ts';
import type { CopyRepository } from './repository.ts';

/** Applies events of product to the copies. Throws Unreadable for an event of a record that finance does not copy. */
export function onRecordEvent(copies: Pick<CopyRepository, 'applyEvent'>): (message: EventMessage) => Promise<void> {
  return async ({ envelope }) => {
    await copies.applyEvent(envelope.id, statementIn(envelope));
  };
}

function statementIn(envelope: EventMessage['envelope']): Snapshot {
  const kind = SnapshotKind.safeParse(envelope.type.slice(0, envelope.type.indexOf('.')));
  if (!kind.success) throw unreadable(kind.error);
  const data = partial[kind.data].safeParse(envelope.data);
  if (!data.success) throw unreadable(data.error);
  return snapshotOf(kind.data, { ...envelope, data: data.data } as RecordEvent, wholeOf(kind.data, data.data));
}

/** The copied fields in the data of an event; undefined if the event was too large to have all of them. */
function wholeOf(kind: CopyKind, data: Record<string, unknown>): Copy[CopyKind] | undefined {
  const copy: Record<string, unknown> = { ...nullFields[kind], ...data };
  const fields = Object.keys(copiedFields[kind].shape);
  return fields.every((field) => copy[field] !== undefined) ? (copy as unknown as Copy[CopyKind]) : undefined;
}

const partial = {
  client: copiedFields.client.partial().required({ id: true }),
  supplier: copiedFields.supplier.partial().required({ id: true }),
  style: copiedFields.style.partial().required({ id: true }),
  material: copiedFields.material.partial().required({ id: true }),
  bom: copiedFields.bom.partial().required({ id: true }),
};

const unreadable = (cause: unknown) => new Unreadable('Event is about no record that finance copies', { cause });
