import { notFound } from '#chassis/domain/errors.ts';
import { replyOf } from '#chassis/records/command.ts';
import { changesOf } from '#chassis/records/record-methods.ts';
import { inSearchTurn } from '#chassis/records/search.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateOrgRequest,
  GetOrgSettingsRequest,
  ListOrgsRequest,
  type OrgInput,
  UpdateOrgRequest,
} from '#proto/identity/v1/contract.ts';
import { isWorkingAdmin } from '../users/domain/user.ts';
import type { UserRepository } from '../users/repository.ts';
import { type OrgChanges, publicOrg, updateOrg } from './domain/org.ts';
import type { FoundOrg } from './found-org.ts';
import { type OrgRepository, recordOf } from './repository.ts';

export interface OrgHandlerParts {
  writer: Writer;
  orgs: Pick<OrgRepository, 'get' | 'list' | 'load' | 'save'>;
  found: FoundOrg;
  users: Pick<UserRepository, 'activeMembership' | 'activeMemberships'>;
}

/** Only admins manage orgs (decisions 3: Orgs). API keys cannot, because there is no scope for it. */
const forAdmins = { role: 'admin' } as const;

export function orgHandlers({ writer, orgs, found, users }: OrgHandlerParts) {
  /** The orgs that the user administers. The org of the call does not matter. */
  async function orgsAdministeredBy(userId: string): Promise<string[]> {
    return (await users.activeMemberships(userId)).filter(isWorkingAdmin).map(({ orgId }) => orgId);
  }

  async function requireAdmin(id: string, { principal }: Call): Promise<void> {
    const membership = await users.activeMembership(principal.id, id);
    if (!membership || !isWorkingAdmin(membership)) throw notFound('Org');
  }

  return implement('identity', 'OrgService', {
    CreateOrg: unary(
      CreateOrgRequest,
      async ({ org }, call) => replyOf(await found(call, { ...fieldsOf(org), name: org.name })),
      forAdmins,
    ),
    GetOrg: unary(
      RecordRequest,
      async ({ id }, call) => {
        await requireAdmin(id, call);
        const org = await orgs.get(id);
        return { record: publicOrg(org), revision: org.revision, eventId: '', replayed: false };
      },
      forAdmins,
    ),
    GetOrgSettings: unary(
      GetOrgSettingsRequest,
      async (_request, { principal }) => {
        const org = await orgs.get(principal.orgId);
        const { name, legalName, address, taxId, registrationNumber, phone, website } = org;
        const { timeZone, defaultCurrency, overInvoicingPercent, invoiceNumberFormat } = org;
        const letterhead = { legalName: legalName ?? name, address, taxId, registrationNumber, phone, website };
        return { ...letterhead, timeZone, defaultCurrency, overInvoicingPercent, invoiceNumberFormat };
      },
      // finance reads the settings for dates, PDFs and the limit and the numbers of invoices, on behalf of callers of any role (decisions 3: Inside).
      { role: 'client', peers: ['finance'] },
    ),
    ListOrgs: unary(
      ListOrgsRequest,
      async ({ query }, call) => {
        const { id, orgId } = call.principal;
        const reader = { deadline: call.deadline, signal: call.signal, holder: id };
        const list = async () => orgs.list(await orgsAdministeredBy(id), query, reader);
        const page = await inSearchTurn(orgId, query, call, list);
        return { ...page, data: page.data.map(publicOrg) };
      },
      forAdmins,
    ),
    UpdateOrg: unary(
      UpdateOrgRequest,
      async ({ patch, fields, ...key }, call) => {
        await requireAdmin(key.id, call);
        const changes = fieldsOf(changesOf({ patch, fields }));
        const written = await writer.write(call, async (tx) => {
          const before = await orgs.load(tx, key);
          return recordOf(await orgs.save(tx, before, updateOrg(before, changes, tx.now)));
        });
        return replyOf(written);
      },
      forAdmins,
    ),
  });
}

/** The fields that were sent, with internal names. */
function fieldsOf(sent: { [Field in keyof OrgInput]?: OrgInput[Field] | null }): OrgChanges {
  const known = {
    name: sent.name,
    legalName: sent.legal_name,
    address: sent.address,
    taxId: sent.tax_id,
    registrationNumber: sent.registration_number,
    phone: sent.phone,
    website: sent.website,
    timeZone: sent.time_zone,
    defaultCurrency: sent.default_currency,
    overInvoicingPercent: sent.over_invoicing_percent,
    invoiceNumberFormat: sent.invoice_number_format,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}
