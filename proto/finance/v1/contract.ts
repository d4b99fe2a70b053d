import { z } from 'zod';
import { recordId } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { GetPartyRequest as GetPartyMessage } from '../../gen/finance/v1/GetPartyRequest.ts';
import type { Party as PartyMessage } from '../../gen/finance/v1/Party.ts';

export * from './order.contract.ts';
export * from './purchase-order.contract.ts';

/** What finance's documents name; product owns the records. */
export const PartyKind = z.enum(['client']);
export type PartyKind = z.output<typeof PartyKind>;

export const Party = z.strictObject({ kind: PartyKind, id: z.string(), name: z.string() });
export type Party = z.output<typeof Party>;

export const GetPartyRequest = z.strictObject({ kind: PartyKind, id: recordId() });
export type GetPartyRequest = z.output<typeof GetPartyRequest>;

export type Pins = Agree<[Pinned<Party, PartyMessage>, Pinned<GetPartyRequest, GetPartyMessage>]>;
