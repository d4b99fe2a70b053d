import type { z } from 'zod';
import type { eventData } from './events.contract.ts';

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
export const clientName = 'Harbour & Sons';
export const supplierName = 'Tecelagem do Norte';
