import { describe, expect, test } from '@jest/globals';
import { type DocumentIds, isDocumentId, openDocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore();
const replicas = [openDocumentIds(store), openDocumentIds(store)];
await store.start();

const now = new Date('2026-12-31T23:59:59Z');

describe('document numbers', () => {
  test('count up by org, prefix and year', async () => {
    const [ids] = replicas as [DocumentIds];
    const [org, other] = [newId(), newId()];
    expect(await ids.next(org, 'STY', now)).toBe('STY-2026-000001');
    expect(await ids.next(org, 'STY', now)).toBe('STY-2026-000002');
    expect(await ids.next(org, 'MAT', now)).toBe('MAT-2026-000001');
    expect(await ids.next(other, 'STY', now)).toBe('STY-2026-000001');
    expect(await ids.next(org, 'STY', new Date('2027-01-01T00:00:00Z'))).toBe('STY-2027-000001');
    expect(await ids.nextMany(org, 'STY', now, 3)).toEqual(['STY-2026-000003', 'STY-2026-000004', 'STY-2026-000005']);
    expect(await ids.nextMany(org, 'STY', now, 0)).toEqual([]);
  });

  test('are given out once, to replicas that begin a series at the same moment, too', async () => {
    const orgs = [newId(), newId()];
    const taken = await Promise.all(
      Array.from({ length: 400 }, async (_, n) => {
        const org = orgs[n % 2] as string;
        const number = await replicas[n % 3 === 0 ? 0 : 1]?.next(org, 'BOM', now);
        return `${org} ${number}`;
      }),
    );
    expect(new Set(taken).size).toBe(400);
  });

  test.each([
    ['MAT-2026-000001', true],
    ['DCPO-2026-1234567', true],
    ['MAT-2026-1', false],
    ['507f1f77bcf86cd799439011', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => {
    expect(isDocumentId(text)).toBe(expected);
  });
});
