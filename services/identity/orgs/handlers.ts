import { notFound } from '#chassis/domain/errors.ts';
import { inSearchTurn } from '#chassis/records/search-concurrency.ts';
import { type Call, implement, unary } from '#chassis/rpc/grpc-server.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateOrgRequest,
  ListOrgsRequest,
  type OrgInput,
  type OrgPatch,
  UpdateOrgRequest,
} from '#proto/identity/v1/contract.ts';
import { isWorkingAdmin } from '../users/domain/user.ts';
import type { UserRepository } from '../users/repository.ts';
import { type OrgChanges, publicOrg, updateOrg } from './domain/org.ts';
import type { FoundOrg } from './found-org.ts';
import type { OrgRecord, OrgRepository } from './repository.ts';

export interface OrgHandlerParts {
  orgs: Pick<OrgRepository, 'get' | 'list' | 'update'>;
  found: FoundOrg;
  users: Pick<UserRepository, 'activeMembership' | 'activeMemberships'>;
}

/** decisions 3: Orgs. No scope: keys never reach them. */
const forAdmins = { role: 'admin' } as const;

export function orgHandlers({ orgs, found, users }: OrgHandlerParts) {
  /** Whichever org the call is about. */
  async function orgsAdministeredBy(userId: string): Promise<string[]> {
    return (await users.activeMemberships(userId)).filter(isWorkingAdmin).map(({ orgId }) => orgId);
  }

  async function requireAdmin(id: string, { principal }: Call): Promise<void> {
    const place = await users.activeMembership(principal.id, id);
    if (!place || !isWorkingAdmin(place)) throw notFound('Org');
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
      async ({ id, expectedRevision, patch, fields }, call) => {
        await requireAdmin(id, call);
        const named = Object.fromEntries(fields.map((field) => [field, patch[field as keyof OrgPatch] ?? null]));
        const changes = fieldsOf(named);
        return replyOf(
          await orgs.update(call, { id, expectedRevision }, (before) => updateOrg(before, changes, call.now)),
        );
      },
      forAdmins,
    ),
  });
}

/** The fields that are there, by our names. */
function fieldsOf(sent: { [Field in keyof OrgInput]?: string | null }): OrgChanges {
  const known = {
    name: sent.name,
    legalName: sent.legal_name,
    address: sent.address,
    taxId: sent.tax_id,
    timeZone: sent.time_zone,
    defaultCurrency: sent.default_currency,
  };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function replyOf({ value, eventId, replayed }: Written<OrgRecord>) {
  return { ...value, eventId, replayed };
}
