import type { z } from 'zod';
import type { eventData } from './events.contract.ts';
import type { Declaration, Resource } from './resource.contract.ts';

type EventData = typeof eventData;

/** The data of an event of the type. */
export type Example<Type extends keyof EventData> = z.output<EventData[Type]>;

/** Examples of all event types of the named resources; `Name` is the part of the type before the dot. */
export type ExamplesOf<Name extends string> = {
  readonly [Type in Extract<keyof EventData, `${Name}.${string}`>]: Example<Type>;
};

export const [createdAt, updatedAt] = ['2026-01-31T09:30:00.000Z', '2026-02-02T14:05:00.000Z'];
export const org_id = '6740b1f2c9a84e0012ab3400';
export const created_by_id = '6740b1f2c9a84e0012ab3402';
export const clientId = '6740b1f2c9a84e0012ab3401';
export const supplierId = '6740b1f2c9a84e0012ab3410';
export const materialId = '6740b1f2c9a84e0012ab3420';
export const styleId = '6740b1f2c9a84e0012ab3430';
export const skuId = '6740b1f2c9a84e0012ab3431';
export const bomId = '6740b1f2c9a84e0012ab3440';

type Shown<R extends Declaration> = z.output<R['record']>;

/**
 * A record as its events show it. Its plain fields have the values of the example of a create, and null where that example
 * leaves a field out.
 */
export function shownExample<R extends Resource>(
  { plain, input }: R,
  others: Omit<Shown<R>, keyof R['plain'] | 'createdAt' | 'updatedAt'> & Partial<Shown<R>>,
): Shown<R> {
  const [sent] = (input.meta()?.examples ?? []) as object[];
  const nulls = Object.fromEntries(Object.keys(plain).map((name) => [name, null]));
  // `id` comes first.
  return { ...others, ...nulls, ...sent, ...others, createdAt, updatedAt } as Shown<R>;
}

/** An example of each event of the resource: the record, in the status that the event leaves. */
export function eventExamples<R extends Resource>(
  { events, moves }: R,
  shown: Shown<R>,
): { [Type in keyof R['events']]: Shown<R> } {
  const examples = Object.keys(events).map((type) => {
    const move = Object.values(moves).find(({ event }) => type.endsWith(`.${event}`));
    return [type, move ? { ...shown, status: move.to } : shown];
  });
  return Object.fromEntries(examples) as { [Type in keyof R['events']]: Shown<R> };
}
