import { beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { Org } from '#proto/identity/v1/contract.ts';
import { crowdSearches } from '../../../support/search-turns.ts';
import { added, as, aUser, openScene, refusal, type Who } from './scene.ts';

const LIST = { page: 1, limit: 10, sort: '-created_at' };
const full = {
  name: 'North Mill',
  legal_name: 'North Mill, Lda.',
  address: 'Rua Nova 1',
  tax_id: 'PT 500 000 000',
  registration_number: '500000000',
  phone: '+351 213 456 789',
  website: 'mill.example',
  time_zone: 'Europe/Lisbon',
  default_currency: 'EUR',
  over_invoicing_percent: 2.5,
  invoice_number_format: '{YYYY}-{000}',
};

const scene = await openScene();
const admin = await scene.anOrg();

async function create(org: Partial<typeof full> & { name: string }, caller = admin) {
  const { record, ...written } = await scene.orgs.createOrg({ org }, caller);
  if (!record) throw new Error('No record came');
  return { record, ...written };
}
const update = (id: string, patch: Record<string, unknown>, caller = admin, expectedRevision?: number) =>
  scene.orgs.updateOrg(
    { id, patch, fields: Object.keys(patch), ...(expectedRevision && { expectedRevision }) },
    caller,
  );

test('a new org has its founder as admin, and the events of both', async () => {
  const { record, eventId } = await create(full);
  expect(record).toMatchObject(full);
  const events = await scene.events(record.id);
  expect(events.map(({ type }) => type).sort()).toEqual(['org.created', 'user.created']);
  const created = events.find(({ id }) => id === eventId);
  expect(created).toMatchObject({ type: 'org.created', org_id: record.id, sequence: 1 });
  expect(Org.parse(created.data)).toEqual(created.data);
  const { data } = await scene.users.listUsers({ query: LIST }, as(admin, { orgId: record.id }));
  expect(data).toMatchObject([{ id: admin.context.principal.id, role: 'admin', is_pending: false }]);
  const account = await scene.identity.accounts.findIn(record.id, admin.context.principal.id);
  expect(account?.memberships).toContainEqual(expect.objectContaining({ orgId: record.id, orgName: full.name }));
});

test('what is left out is null, and no org but the first is the operator', async () => {
  const { record } = await create({ name: 'Bare' });
  for (const field of ['legal_name', 'time_zone', 'default_currency']) expect(record).not.toHaveProperty(field);
  expect(await scene.identity.orgs.operatorId()).toBeUndefined();
  const sent = { ...full, isOperator: true, is_operator: true } as never;
  await create(sent).catch(() => undefined);
  expect(await scene.identity.orgs.operatorId()).toBeUndefined();
});

test.each([
  [
    full,
    {
      timeZone: 'Europe/Lisbon',
      defaultCurrency: 'EUR',
      legalName: 'North Mill, Lda.',
      address: 'Rua Nova 1',
      registrationNumber: '500000000',
      phone: '+351 213 456 789',
      website: 'mill.example',
      overInvoicingPercent: 2.5,
      invoiceNumberFormat: '{YYYY}-{000}',
    },
  ],
  [{ name: 'Bare' }, { legalName: 'Bare' }],
])('services hear of %j what its documents need', async (org, told) => {
  const { record } = await create(org);
  const settings = await scene.orgs.getOrgSettings({}, as(admin, { orgId: record.id, role: 'client' }));
  expect(settings).toEqual({ ...told, ...('tax_id' in org && { taxId: org.tax_id }) });
});

test.each(['UTC', 'Asia/Calcutta', 'America/Argentina/Ushuaia'])('%s is a time zone', async (time_zone) => {
  expect((await create({ name: 'x', time_zone })).record).toMatchObject({ time_zone });
});

test('a change says what was different; null clears all but the name', async () => {
  const { record } = await create(full);
  const written = await update(record.id, { name: null, address: null, tax_id: 'PT 1' });
  expect(written).toMatchObject({ record: { name: full.name, tax_id: 'PT 1' }, revision: 2 });
  expect(written.record).not.toHaveProperty('address');
  const event = (await scene.events(record.id)).find(({ id }) => id === written.eventId);
  expect(event.previous).toEqual({ address: full.address, tax_id: full.tax_id });
  expect(await update(record.id, { tax_id: 'PT 1' })).toMatchObject({ revision: 2, eventId: '' });
  expect(await refusal(update(record.id, { name: 'x' }, admin, 1))).toBe('version_mismatch');
});

describe('the orgs of a caller', () => {
  let founder: Who;
  let second: string;
  beforeAll(async () => {
    founder = await scene.anOrg();
    second = (await create({ name: 'Second' }, founder)).record.id;
  });

  test('are those that it is an active admin of, whichever the call is about', async () => {
    const visitor = await scene.anOrg();
    const { email } = (await scene.identity.users.findById(visitor.context.principal.id)) ?? { email: '' };
    await added(scene.users, aUser({ email, role: 'staff' }), founder);
    for (const orgId of [founder.context.principal.orgId, second]) {
      const { data, total } = await scene.orgs.listOrgs({ query: { ...LIST, sort: 'name' } }, as(founder, { orgId }));
      expect([data.map(({ name }) => name), total]).toEqual([['Mill', 'Second'], 2]);
    }
    const seen = await scene.orgs.listOrgs({ query: LIST }, visitor);
    expect(seen.data.map(({ id }) => id)).toEqual([visitor.context.principal.orgId]);
  });

  test('are searched and paged', async () => {
    const { data } = await scene.orgs.listOrgs({ query: { ...LIST, search: 'SEC' } }, founder);
    expect(data.map(({ id }) => id)).toEqual([second]);
    const page = await scene.orgs.listOrgs({ query: { ...LIST, sort: 'name', limit: 1, page: 2 } }, founder);
    expect([page.data.map(({ name }) => name), page.total]).toEqual([['Second'], 2]);
  });

  test('are searched in the turn of the org that the call is about', async () => {
    const end = crowdSearches(founder.context.principal.orgId);
    expect(await refusal(scene.orgs.listOrgs({ query: { ...LIST, search: 'SEC' } }, founder))).toBe('rate_limited');
    await end();
  });
});

test('a caller who is gone founds nothing', async () => {
  expect(await refusal(create({ name: 'x' }, as(admin, { id: newId() })))).toBe('not_authenticated');
});
