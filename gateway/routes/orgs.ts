import { Org, OrgInput, OrgPatch, orgSorts } from '#proto/identity/v1/contract.ts';
import { json, patch } from '../payload/bodies.ts';
import { record } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { listRoutes } from '../routing/list.ts';
import { route } from '../routing/route.ts';

const tag = 'Orgs';
const resource = 'Org';
const path = '/api/v1/orgs';
const role = 'admin';

/** These routes have no scope: no API key may manage orgs (decisions 3: Scopes). */
export const orgRoutes = [
  ...listRoutes({
    path,
    operationId: 'listOrgs',
    tag,
    names: 'the orgs that the caller is an admin of',
    role,
    item: Org,
    filters: {},
    sorts: orgSorts,
    searches: 'name',
    fetch: ({ orgs }, request, call) => orgs.listOrgs(request, call),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createOrg',
    tag,
    summary: 'Create an org',
    description:
      "The caller becomes the first admin of the new org, and selects it by `X-Org-Id`. Refused if another admin has set the caller's password or email, or if the caller has changed its email. After the caller has set a password by a mailed link, it is allowed again.",
    role,
    body: json(OrgInput, Org),
    answer: record(Org),
    creates: true,
    handle: ({ orgs }, { body, call }) => orgs.createOrg({ org: body }, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getOrg',
    tag,
    summary: 'Read an org',
    description: 'The caller must be an admin of the org.',
    role,
    resource,
    query: reading(Org),
    answer: record(Org),
    handle: async ({ orgs }, { target, query: { fields: chosen }, call }) => ({
      ...(await orgs.getOrg({ id: target.id }, call)),
      chosen,
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'updateOrg',
    tag,
    summary: 'Change an org',
    description: 'Changes the fields that are sent. Null clears a field.',
    role,
    resource,
    body: patch(OrgPatch, Org),
    answer: record(Org),
    handle: ({ orgs }, { target, body, call }) => orgs.updateOrg({ ...target, ...body }, call),
  }),
];
