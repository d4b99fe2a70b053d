import { expect, test } from '@jest/globals';
import { inSearchTurn } from '#chassis/records/search.ts';
import { crowdSearches } from '../../../../support/search-turns.ts';

const read = async () => 'page';
const ask = (query: object) => inSearchTurn('o1', query, { deadline: Date.now() + 1_000 }, read);

test('where too many searches of an org wait, one more is refused; what does not search waits for none', async () => {
  const end = crowdSearches('o1');
  await expect(ask({ search: 'a' })).rejects.toMatchObject({ code: 'rate_limited' });
  await expect(ask({})).resolves.toBe('page');
  await end();
  await expect(ask({ search: 'a' })).resolves.toBe('page');
});

test('a search that has begun goes on, however many wait, and however many go on', async () => {
  const end = crowdSearches('o1');
  const more = Array.from({ length: 100 }, (_, n) => ask({ search: 'a', after: String(n) }));
  await expect(Promise.all(more)).resolves.toHaveLength(100);
  await end();
});
