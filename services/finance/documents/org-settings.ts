import { LRUCache } from 'lru-cache';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { Party } from '../pdf/domain/printed-document.ts';

/** Settings of orgs: time zone, currency, limit and numbers of invoices, and letterhead. identity owns them. They are cached for 5 s. */
export interface OrgSettings {
  /**
   * Today in the org's time zone: `2026-01-31`. Errors: upstream_unavailable when identity cannot be reached and
   * nothing is cached.
   */
  today(call: OrgCall): Promise<string>;
  /** The org's default currency (ISO 4217); undefined if the org has none. Errors: as `today`. */
  defaultCurrency(call: OrgCall): Promise<string | undefined>;
  /** Percent of an ordered quantity by which invoices may exceed it. Errors: as `today`. */
  overInvoicingPercent(call: OrgCall): Promise<number>;
  /** Format of invoice numbers; undefined: callers send them. Errors: as `today`. */
  invoiceNumberFormat(call: OrgCall): Promise<string | undefined>;
  /** The letterhead of the org, for printed documents. Errors: as `today`. */
  legalData(call: OrgCall): Promise<Party>;
}

/** The fields of a call that are needed to ask identity. A background job creates such an object itself. */
export type OrgCall = Pick<Call, 'context' | 'principal' | 'deadline' | 'now' | 'traceparent'>;

interface Settings {
  timeZone?: string | undefined;
  defaultCurrency?: string | undefined;
  legalName: string;
  address?: string | undefined;
  taxId?: string | undefined;
  registrationNumber?: string | undefined;
  phone?: string | undefined;
  website?: string | undefined;
  overInvoicingPercent?: number | undefined;
  invoiceNumberFormat?: string | undefined;
}

const MAX_ORGS = 10_000;
/** Milliseconds that settings are cached (decisions 1: Eventual facts). */
const FRESH_MS = 5_000;
/**
 * Milliseconds that are left for the reply. The rpc to identity ends this much before the caller's deadline, so that
 * the caller gets an error about identity instead of a timeout of finance.
 */
const REPLY_MARGIN = 250;

export function orgSettings(
  orgs: Pick<RpcClient<'identity', 'OrgService'>, 'getOrgSettings'>,
  clock: Pick<Performance, 'now'> = performance,
): OrgSettings {
  const known = new LRUCache<string, Settings, OrgCall>({
    max: MAX_ORGS,
    ttl: FRESH_MS,
    perf: clock,
    // While identity is down, expired settings are used.
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_orgId, _stale, { context: { context, traceparent, deadline } }) =>
      orgs.getOrgSettings({}, { context, traceparent, deadline: deadline - REPLY_MARGIN }),
  });
  const settingsOf = async (call: OrgCall): Promise<Settings> => {
    const settings = await known.fetch(call.principal.orgId, { context: call });
    // The cache returns undefined if identity failed and no expired settings are cached.
    if (!settings) throw serviceUnavailable('identity', undefined);
    return settings;
  };
  return {
    today: async (call) => dayOf(call.now, (await settingsOf(call)).timeZone ?? 'UTC'),
    defaultCurrency: async (call) => (await settingsOf(call)).defaultCurrency,
    overInvoicingPercent: async (call) => (await settingsOf(call)).overInvoicingPercent ?? 0,
    invoiceNumberFormat: async (call) => (await settingsOf(call)).invoiceNumberFormat,
    async legalData(call) {
      const { legalName: name, address = null, taxId = null, ...others } = await settingsOf(call);
      const { registrationNumber, phone, website } = others;
      return { name, address, taxId, registrationNumber, phone, website };
    },
  };
}

/** Today in the org's time zone, as the `prepare` step of a write. Errors: as `today`. */
export const todayOf =
  (settings: Pick<OrgSettings, 'today'>) =>
  (_request: unknown, call: OrgCall): Promise<string> =>
    settings.today(call);

/** The date in the time zone, as ISO 8601. */
export const dayOf = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
