import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway } from './harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
beforeEach(() => gateway.services.answers.clear());

const PATH = '/api/v1/management-accounts';

const account = (code: string, fields: object = {}) => ({
  ...{ id: `id-${code}`, code, name: `Account ${code}`, status: 'active', isActive: true, level: 1, child_count: 0 },
  ...{ createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-02T03:04:05.678Z', ...fields },
});

test('a file names parents by the ids and codes of its lines, which are handed on', async () => {
  const file = 'id,code,name,parentId,level,parent,isActive\na,51,Freight,b,2,{},true\nb,5,Costs,,1,,true\n';
  const headers = { 'content-type': 'text/csv' };
  const { json } = await gateway.send(`${PATH}/import`, { method: 'POST', as: 'staff', body: file, headers });
  expect(json).toEqual({ created: 2 });
  expect(gateway.services.calls.at(-1)?.request.accounts).toMatchObject([
    { id: 'a', code: '51', name: 'Freight', parentId: 'b' },
    { id: 'b', code: '5', name: 'Costs' },
  ]);
});

describe('the tree', () => {
  const treeOf = async (accounts: object[], truncated = false) => {
    gateway.services.answers.set('getChartOfAccounts', async () => ({ accounts, truncated }));
    return gateway.send(`${PATH}/tree`, { as: 'staff' });
  };

  test('is every account below its parent, by codes', async () => {
    const { status, json } = await treeOf([
      account('5', { child_count: 2 }),
      account('10', { child_count: 1, description: 'All "assets"' }),
      account('52', { parentId: 'id-5', level: 2 }),
      account('51', { parentId: 'id-5', level: 2, isActive: false, status: 'inactive' }),
      account('101', { parentId: 'id-10', level: 2, child_count: 1 }),
      account('1011', { parentId: 'id-101', level: 3 }),
    ]);
    expect(status).toBe(200);
    const nothing = { category: null, type: null, description: null, parentId: null, children: [] };
    expect(json).toEqual({
      truncated: false,
      data: [
        {
          ...nothing,
          ...account('10', { child_count: 1, description: 'All "assets"' }),
          children: [
            {
              ...nothing,
              ...account('101', { parentId: 'id-10', level: 2, child_count: 1 }),
              children: [{ ...nothing, ...account('1011', { parentId: 'id-101', level: 3 }) }],
            },
          ],
        },
        {
          ...nothing,
          ...account('5', { child_count: 2 }),
          children: [
            { ...nothing, ...account('51', { parentId: 'id-5', level: 2, isActive: false, status: 'inactive' }) },
            { ...nothing, ...account('52', { parentId: 'id-5', level: 2 }) },
          ],
        },
      ],
    });
  });

  test('of no account is empty, and of too many says so', async () => {
    expect((await treeOf([])).json).toEqual({ truncated: false, data: [] });
    expect((await treeOf([account('1', { child_count: 3 })], true)).json).toMatchObject({
      truncated: true,
      data: [{ code: '1', child_count: 3, children: [] }],
    });
  });

  test('of 10,000 accounts, 100 deep, is whole', async () => {
    const code = (index: number) => String(index).padStart(5, '0');
    const accounts = Array.from({ length: 10_000 }, (_, index) =>
      account(code(index), {
        level: 1 + Math.floor(index / 100),
        ...(index >= 100 && { parentId: `id-${code(index - 100)}` }),
      }),
    );
    let level = (await treeOf(accounts)).json.data as { code: string; children: never[] }[];
    for (let depth = 0; depth < 100; depth++) {
      expect(level.map((one) => one.code)).toEqual(Array.from({ length: 100 }, (_, n) => code(depth * 100 + n)));
      level = level.flatMap(({ children }) => children);
    }
    expect(level).toEqual([]);
  });
});
