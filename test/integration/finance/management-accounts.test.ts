import { describe, expect, test } from '@jest/globals';
import type { ManagementAccountInput } from '#proto/finance/v1/contract.ts';
import type { ManagementAccount } from '#proto/gen/finance/v1/ManagementAccount.ts';
import { commandsOf } from '../../support/read-plans.ts';
import { type Caller, caller, envelopesOf, query, recordOf, rpcsFor } from '../../support/service/callers.ts';
import { openReplicas } from './finance-service.ts';

const [finance, beside] = await openReplicas();

const create = (who: Caller, account: ManagementAccountInput, at = finance): Promise<ManagementAccount> =>
  recordOf(at.accounts.createManagementAccount({ account }, who));

/** Creates accounts with these codes. The parent of each account has the same code without the last digit. */
async function chart(who: Caller, ...codes: string[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const code of codes) {
    const parentId = ids[code.slice(0, -1)];
    ids[code] = (await create(who, { code, name: `Account ${code}`, ...(parentId && { parentId }) })).id;
  }
  return ids;
}

const move = (who: Caller, id: string | undefined, parentId: string | undefined, at = finance) =>
  at.accounts.updateManagementAccount(
    { id: id ?? '', patch: parentId === undefined ? {} : { parentId }, fields: ['parentId'] },
    who,
  );

async function levels(who: Caller): Promise<Record<string, number>> {
  const { data } = await finance.accounts.listManagementAccounts(query({ limit: 100, sort: 'code' }), who);
  return Object.fromEntries(data.map(({ code, level }) => [code, level]));
}

test('an account is read as it was created, with its parent and the number of its children', async () => {
  const who = caller();
  const parent = await create(who, { code: '5', name: 'Costs' });
  const created = await create(who, { code: '51', name: 'Freight', parentId: '5', type: 'expense' });
  expect(created).toMatchObject({
    ...{ code: '51', type: 'expense', status: 'active', isActive: true, child_count: 0 },
    ...{ parentId: parent.id, parent: { id: parent.id, code: '5', name: 'Costs' }, level: 2 },
  });
  const read = await finance.accounts.getManagementAccount({ id: parent.id }, who);
  expect(read).toMatchObject({ record: { ...parent, child_count: 1 }, revision: 1 });
  const { data } = await finance.accounts.listManagementAccounts(query({ sort: 'code' }), who);
  expect(data).toEqual([read.record, created]);
});

test('a parent is shown as it is called now, and an event shows it, too', async () => {
  const who = caller();
  const { '5': parent = '', '51': child = '' } = await chart(who, '5', '51');
  await finance.accounts.updateManagementAccount({ id: parent, patch: { name: 'Expenses' }, fields: ['name'] }, who);
  const { record } = await finance.accounts.getManagementAccount({ id: child }, who);
  expect(record?.parent).toEqual({ id: parent, code: '5', name: 'Expenses' });
  const [created] = await envelopesOf(finance.store, child);
  expect(created?.data).toMatchObject({ parent: { id: parent, code: '5', name: 'Account 5' }, level: 2 });
});

test('a code is taken once in an org, by a create, a change and an import', async () => {
  const who = caller();
  const { '2': other = '' } = await chart(who, '1', '2');
  const taken = { code: 'conflict', message: 'Management account with code 1 exists already' };
  await expect(create(who, { code: '1', name: 'Again' })).rejects.toMatchObject(taken);
  const change = { id: other, patch: { code: '1' }, fields: ['code'] };
  await expect(finance.accounts.updateManagementAccount(change, who)).rejects.toMatchObject(taken);
  const accounts = [
    { code: '3', name: 'New' },
    { code: '1', name: 'Again' },
  ];
  await expect(finance.accounts.importManagementAccounts({ accounts }, who)).rejects.toMatchObject(taken);
  expect(await levels(who)).toEqual({ 1: 1, 2: 1 });
  expect(await create(caller(), { code: '1', name: 'Elsewhere' })).toMatchObject({ code: '1' });
});

test.each(['nobody', '0123456789abcdef01234567'])(
  'a parent that there is not, %s, is refused at its field',
  async (name) => {
    const who = caller();
    const { '1': id } = await chart(who, '1');
    const fault = { code: 'validation_failed', issues: [{ loc: ['body', 'parentId'], input: name }] };
    await expect(create(who, { code: '2', name: 'Two', parentId: name })).rejects.toMatchObject(fault);
    await expect(move(who, id, name)).rejects.toMatchObject(fault);
    const foreign = await create(caller(), { code: name, name: 'Of another org' });
    await expect(move(who, id, foreign.code)).rejects.toMatchObject(fault);
    await expect(move(who, id, foreign.id)).rejects.toMatchObject({ code: 'validation_failed' });
  },
);

describe('a move', () => {
  test('carries all that is below, in both directions, and to the top', async () => {
    const who = caller();
    const ids = await chart(who, '1', '11', '111', '1111', '112', '2', '21');
    await move(who, ids['11'], ids['21']);
    expect(await levels(who)).toEqual({ 1: 1, 11: 3, 111: 4, 112: 4, 1111: 5, 2: 1, 21: 2 });
    await move(who, ids['11'], undefined);
    expect(await levels(who)).toEqual({ 1: 1, 11: 1, 111: 2, 112: 2, 1111: 3, 2: 1, 21: 2 });
  });

  test('is told of every account that it carries, and answers with the event of its own', async () => {
    const who = caller();
    const ids = await chart(who, '1', '11', '111', '2');
    const change = { id: ids['1'] ?? '', patch: { parentId: '2', name: 'Assets' }, fields: ['parentId', 'name'] };
    const { record, eventId } = await finance.accounts.updateManagementAccount(change, who);
    expect(record).toMatchObject({ level: 2, parent: { code: '2' }, child_count: 1 });
    const [own, child, grandchild] = await Promise.all(
      ['1', '11', '111'].map(async (code) => (await envelopesOf(finance.store, ids[code] ?? '')).at(-1)),
    );
    expect(own).toMatchObject({ id: eventId, sequence: 2, previous: { level: 1, parentId: null, parent: null } });
    const parent = { id: ids['1'], code: '1', name: 'Assets' };
    expect(child).toMatchObject({ type: 'management_account.updated', sequence: 2, previous: { level: 2 } });
    expect(child.data).toMatchObject({ level: 3, parent, child_count: 1 });
    expect(grandchild).toMatchObject({ sequence: 2, previous: { level: 3 }, data: { level: 4, child_count: 0 } });
    const read = await finance.accounts.getManagementAccount({ id: ids['11'] ?? '' }, who);
    expect({ category: null, type: null, description: null, ...read.record }).toEqual(child.data);
    expect(read.revision).toBe(2);
  });

  test('to where it is changes nothing, as a record that is sent back', async () => {
    const who = caller();
    const ids = await chart(who, '1', '11');
    expect(await move(who, ids['11'], ids['1'])).toMatchObject({ revision: 1, eventId: '' });
    expect(await move(who, ids['11'], '1')).toMatchObject({ revision: 1, eventId: '' });
    expect(await move(who, ids['1'], undefined)).toMatchObject({ revision: 1, eventId: '' });
  });

  test('at the same moment as creates and imports below it leaves each account a level below its parent', async () => {
    const who = caller();
    const { '1': top, '2': moving, '21': child = '' } = await chart(who, '1', '2', '21');
    const work = Array.from({ length: 20 }, (_, index) => {
      const at = index % 2 ? beside : finance;
      const account = { code: `c${index}`, name: 'c', parentId: index % 2 ? child : String(moving) };
      if (index % 5 === 0) return move(who, moving, index % 10 === 0 ? top : undefined, at);
      if (index % 5 === 1) return at.accounts.importManagementAccounts({ accounts: [account] }, who);
      return create(who, account, at);
    });
    await Promise.all(work);
    const { data } = await finance.accounts.listManagementAccounts(query({ limit: 100 }), who);
    const levelOf = new Map(data.map(({ id, level }) => [id, level]));
    expect(data).toHaveLength(3 + 16);
    for (const { level, parentId } of data) expect(level).toBe(parentId ? Number(levelOf.get(parentId)) + 1 : 1);
  });

  test('frees the parent that it leaves', async () => {
    const who = caller();
    const ids = await chart(who, '1', '11', '2');
    const remove = (code: string) => finance.accounts.deleteManagementAccount({ id: ids[code] ?? '' }, who);
    await move(who, ids['11'], '2');
    await expect(remove('2')).rejects.toMatchObject({ code: 'in_use' });
    expect(await remove('1')).toMatchObject({ deletedId: ids['1'] });
  });
});

describe('a delete is refused while', () => {
  test('an account is below it', async () => {
    const who = caller();
    const ids = await chart(who, '1', '11', '12');
    const remove = (code: string) => finance.accounts.deleteManagementAccount({ id: ids[code] ?? '' }, who);
    await expect(remove('1')).rejects.toMatchObject({
      code: 'in_use',
      message: /^Management account is in use by management account 1[12], management account 1[12]$/,
    });
    for (const code of ['11', '12', '1']) expect(await remove(code)).toMatchObject({ deletedId: ids[code] });
  });

  test('something is posted to it, which registers that as a reference', async () => {
    const who = caller();
    const { '1': id = '' } = await chart(who, '1');
    const { orgId } = who.context.principal;
    const order = { orgId, record: 'purchase_order:po1', kind: 'purchase_order', name: 'DCPO-2026-000001' } as const;
    const posting = (targets: `${string}:${string}`[]) =>
      finance.store.transaction((session) =>
        finance.references.set(session, [{ ...order, status: 'draft', createdAt: new Date(), targets }]),
      );
    await posting([`management_account:${id}`]);
    const remove = () => finance.accounts.deleteManagementAccount({ id }, who);
    await expect(remove()).rejects.toMatchObject({
      code: 'in_use',
      message: 'Management account is in use by purchase order DCPO-2026-000001',
    });
    // A purchase order that is posted to the account is no child.
    expect((await finance.accounts.getManagementAccount({ id }, who)).record?.child_count).toBe(0);
    await posting([]);
    expect(await remove()).toMatchObject({ deletedId: id });
  });
});

test('a list takes as many queries for many accounts as for few', async () => {
  const many = caller();
  const lines = Array.from({ length: 60 }, (_, n) => ({
    ...{ code: String(n).padStart(2, '0'), name: 'x' },
    ...(n > 0 && { parentId: String(Math.floor(n / 3)).padStart(2, '0') }),
  }));
  await finance.accounts.importManagementAccounts({ accounts: lines }, many);
  const countOf = async (limit: number) => {
    const asked = query({ limit, sort: '-code' });
    const list = async () =>
      expect((await finance.accounts.listManagementAccounts(asked, many)).data).toHaveLength(limit);
    return (await commandsOf(finance.store, list)).length;
  };
  expect(await countOf(10)).toBe(await countOf(2));
  // A larger page needs up to six more commands for the further batches of its cursors.
  expect(await countOf(60)).toBeLessThanOrEqual((await countOf(2)) + 6);
});

test('client callers reach the reads of their own documents alone', () => {
  const { services } = finance.parts;
  expect(rpcsFor(services, { role: 'client' })).toEqual([
    ...['GetOrder', 'ListOrders', 'GetOrderVersion'],
    ...['GetDeliveryNote', 'DrawDeliveryNote', 'ListDeliveryNotes'],
    ...['GetInvoice', 'DrawInvoice', 'ListInvoices', 'ListInvoicePayments'],
  ]);
  expect(rpcsFor(services, { kind: 'key', scopes: [] })).toEqual(['ReleaseRecords', 'KeepRecords']);
});
