import { LRUCache } from 'lru-cache';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { Party } from '../pdf/domain/printed-document.ts';

/** Settings of orgs: time zone, currency and letterhead. identity owns them; a change is known here within 5 s. */
export interface OrgSettings {
  /** The day that it is in the org: `2026-01-31`. Errors: upstream_unavailable. */
  today(call: OrgCall): Promise<string>;
  /** The currency that the org uses unless another is said (ISO 4217); undefined: none is set. Errors: upstream_unavailable. */
  defaultCurrency(call: OrgCall): Promise<string | undefined>;
  /** As whom the org writes. Errors: upstream_unavailable. */
  legalData(call: OrgCall): Promise<Party>;
}

/** The part of a call that counts; a background job makes its own. */
export type OrgCall = Pick<Call, 'context' | 'principal' | 'deadline' | 'now' | 'traceparent'>;

interface Settings {
  timeZone?: string | undefined;
  defaultCurrency?: string | undefined;
  legalName: string;
  address?: string | undefined;
  taxId?: string | undefined;
}

const MAX_ORGS = 10_000;
/** Milliseconds (decisions 1: Eventual facts). */
const FRESH_MS = 5_000;
/** Milliseconds kept for the way back, so that the caller hears that identity is down and not that finance is slow. */
const REPLY_MARGIN = 250;

export function orgSettings(
  orgs: Pick<RpcClient<'identity', 'OrgService'>, 'getOrgSettings'>,
  clock: Pick<Performance, 'now'> = performance,
): OrgSettings {
  const known = new LRUCache<string, Settings, OrgCall>({
    max: MAX_ORGS,
    ttl: FRESH_MS,
    perf: clock,
    // The settings as they were are better than no answer while identity is down.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_orgId, _stale, { context: { context, traceparent, deadline } }) =>
      orgs.getOrgSettings({}, { context, traceparent, deadline: deadline - REPLY_MARGIN }),
  });
  const settingsOf = async (call: OrgCall): Promise<Settings> => {
    const settings = await known.fetch(call.principal.orgId, { context: call });
    // The cache answers undefined where identity failed and nothing older is kept.
    if (!settings) throw serviceUnavailable('identity', undefined);
    return settings;
  };
  return {
    today: async (call) => dayOf(call.now, (await settingsOf(call)).timeZone ?? 'UTC'),
    defaultCurrency: async (call) => (await settingsOf(call)).defaultCurrency,
    async legalData(call) {
      const { legalName: name, address = null, taxId = null } = await settingsOf(call);
      return { name, address, taxId };
    },
  };
}

/** The day on which a write is made, for what stands before its transaction. Errors: as of `today`. */
export const todayOf =
  (settings: Pick<OrgSettings, 'today'>) =>
  (_request: unknown, call: OrgCall): Promise<string> =>
    settings.today(call);

/** ISO 8601. */
export const dayOf = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
