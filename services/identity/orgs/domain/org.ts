import { refuseEnded } from '#chassis/domain/currencies.ts';
import { advance, type RecordEvent, recordEvent } from '#chassis/domain/record.ts';

/** The fields of an org that an admin sends (decisions 3: Orgs). */
interface OrgFields {
  name: string;
  legalName: string | null;
  address: string | null;
  taxId: string | null;
  /** In the commercial register. */
  registrationNumber: string | null;
  phone: string | null;
  website: string | null;
  /** IANA name; null: UTC. */
  timeZone: string | null;
  /** ISO 4217 code. */
  defaultCurrency: string | null;
  /** Percent of an ordered quantity by which invoices may exceed it; null: 0. */
  overInvoicingPercent: number | null;
  /** Format of invoice numbers; null: callers send them. */
  invoiceNumberFormat: string | null;
}

/** A tenant. Every record belongs to one org. */
export interface Org extends OrgFields {
  id: string;
  /** True for the org of the first start. Only its admins run backups (decisions 3: Orgs). */
  isOperator: boolean;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export type NewOrg = Partial<OrgFields> & { name: string; isOperator: boolean };
/** New values of fields; null clears a field. */
export type OrgChanges = { [Field in keyof OrgFields]?: OrgFields[Field] | null };

export type OrgEvent = RecordEvent<`org.${'created' | 'updated'}`, OrgView> & {
  /** The changed org. The caller may act in another org. */
  orgId: string;
};

export interface OrgDecision {
  state: Org;
  event: OrgEvent;
}

export function createOrg(input: NewOrg, now: Date, newId: () => string): OrgDecision {
  refuseEnded(input.defaultCurrency, null, 'default_currency');
  const org: Org = {
    id: newId(),
    name: input.name,
    legalName: input.legalName ?? null,
    address: input.address ?? null,
    taxId: input.taxId ?? null,
    registrationNumber: input.registrationNumber ?? null,
    phone: input.phone ?? null,
    website: input.website ?? null,
    timeZone: input.timeZone ?? null,
    defaultCurrency: input.defaultCurrency ?? null,
    overInvoicingPercent: input.overInvoicingPercent ?? null,
    invoiceNumberFormat: input.invoiceNumberFormat ?? null,
    isOperator: input.isOperator,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { state: org, event: orgEvent('org.created', org) };
}

/**
 * Changes an org. null clears any field except the name (decisions 1: Null). Errors: validation_failed for an ended
 * currency.
 */
export function updateOrg(before: Org, { name, ...others }: OrgChanges, now: Date): OrgDecision {
  refuseEnded(others.defaultCurrency, before.defaultCurrency, 'default_currency');
  const org: Org = { ...advance(before, now), ...others, name: name ?? before.name };
  return { state: org, event: orgEvent('org.updated', org, before) };
}

export type OrgView = ReturnType<typeof publicOrg>;

/** An org in its public form. */
export function publicOrg(org: Org) {
  return {
    id: org.id,
    name: org.name,
    legal_name: org.legalName,
    address: org.address,
    tax_id: org.taxId,
    registration_number: org.registrationNumber,
    phone: org.phone,
    website: org.website,
    time_zone: org.timeZone,
    default_currency: org.defaultCurrency,
    over_invoicing_percent: org.overInvoicingPercent,
    invoice_number_format: org.invoiceNumberFormat,
    created_at: org.createdAt.toISOString(),
    updated_at: org.updatedAt.toISOString(),
  };
}

function orgEvent(type: OrgEvent['type'], org: Org, before?: Org): OrgEvent {
  return { ...recordEvent(type, org, publicOrg(org), before && publicOrg(before)), orgId: org.id };
}
