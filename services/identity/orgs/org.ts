/** A company that works with the system. Every record belongs to one. */
export interface Org {
  id: string;
  name: string;
  legalName: string | null;
  address: string | null;
  taxId: string | null;
  /** IANA name; null = UTC. */
  timeZone: string | null;
  /** ISO 4217. */
  defaultCurrency: string | null;
  /** The org of the first start; its admins alone run backups (decisions 3: Orgs). */
  isOperator: boolean;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What a created org is, and the event that says so. */
export function createOrg(input: { name: string; isOperator: boolean }, now: Date, newId: () => string) {
  const org: Org = {
    ...input,
    id: newId(),
    legalName: null,
    address: null,
    taxId: null,
    timeZone: null,
    defaultCurrency: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  };
  return { org, events: [orgEvent('org.created', org)] };
}

/** An org in the public form. */
export function publicOrg(org: Org) {
  return {
    id: org.id,
    name: org.name,
    legal_name: org.legalName,
    address: org.address,
    tax_id: org.taxId,
    time_zone: org.timeZone,
    default_currency: org.defaultCurrency,
    created_at: org.createdAt.toISOString(),
    updated_at: org.updatedAt.toISOString(),
  };
}

function orgEvent(type: `org.${string}`, org: Org) {
  return { type, recordId: org.id, sequence: org.revision, data: publicOrg(org) };
}
