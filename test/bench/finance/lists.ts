import type { Store } from '#chassis/mongo/mongo.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { dropStore, openTestStore } from '../../support/backends/mongo.ts';
import { bankLines } from '../../support/lists/bank-lines.ts';
import { fill, LATELY } from '../../support/lists/fill.ts';
import { financeLists } from '../../support/lists/finance-lists.ts';
import type { Listed } from '../../support/lists/listed.ts';
import { countsKeys, plansOf, watched } from '../../support/read-plans.ts';
import { median } from '../load.ts';
import { cell } from '../report.ts';

/** Records of the org that a page is compared with, and of the one it is asked in. */
const SIZES = { small: 10_000, large: 100_000 };
const LIMIT = 10;
const ROUNDS = 15;

interface ListResult {
  list: string;
  page: string;
  /** Milliseconds, in 10,000 and in 100,000. */
  small: number;
  large: number;
  /** The plan of the large org's page; undefined for an engine that does not tell. */
  plan?: PagePlan;
}

interface PagePlan {
  /** Keys that finding the page and counting its total read, and documents that were looked at and shown. */
  keys: number;
  counted: number;
  documents: number;
  returned: number;
  sortsInMemory: boolean;
}

type List = ReturnType<Listed['open']>['list'];
type Ask = (orgId: string) => Promise<unknown>;

/** Costs of the pages of finance's lists in 100,000 records, in a database of their own. */
export async function measureLists(url: string, say: (line: string) => void): Promise<ListResult[]> {
  const results: ListResult[] = [];
  for (const [name, listed] of Object.entries<Listed>({ ...financeLists, bank_lines: bankLines })) {
    say(`lists: ${name}`);
    const store = await openTestStore({ url: watched(url) });
    try {
      results.push(...(await measureList(store, name, listed)));
    } finally {
      await dropStore(store);
    }
  }
  return results;
}

async function measureList(store: Store, name: string, listed: Listed): Promise<ListResult[]> {
  const { list } = listed.open({ store, references: openReferences(store) });
  await store.start();
  for (const [orgId, count] of Object.entries(SIZES)) await fill(store, name, listed, { orgId, count });
  const explains = await countsKeys(store);
  const results: ListResult[] = [];
  for (const [page, ask] of await pagesOf(list, listed)) {
    const [small, large] = [await timed(() => ask('small')), await timed(() => ask('large'))];
    results.push({ list: name, page, small, large, ...(explains && { plan: await planOf(store, name, ask) }) });
  }
  return results;
}

/** Each kind of page that callers ask for, of all sorts and filters. */
async function pagesOf(list: List, { of, rare, clients }: Listed): Promise<[string, Ask][]> {
  const { sorts, filters, searches = [] } = of;
  const asked = (query: object, filter: object = {}): Ask => {
    const [sort = ''] = sorts;
    return (orgId) => list(orgId, { page: 1, limit: LIMIT, sort, ...query }, filter);
  };
  const [usual] = (await list('large', { page: 1, limit: 1, sort: `-${sorts.at(-1)}` })).data as object[];
  const usualOf = (field: string) => (usual as Record<string, unknown>)[field];
  const total = (orgId: string) =>
    list(orgId, { page: 1, limit: 1, sort: String(sorts[0]) }).then((page) => page.total);
  const totals = { small: await total('small'), large: await total('large') };
  const farther =
    (sort: string, share: number): Ask =>
    async (orgId) =>
      list(orgId, { sort, limit: LIMIT, page: Math.ceil((totals[orgId as keyof typeof totals] / LIMIT) * share) });
  return [
    ...sorts.flatMap((sort): [string, Ask][] => [
      [`first by ${sort}`, asked({ sort })],
      [`50th by -${sort}`, asked({ sort: `-${sort}`, page: 50 })],
      [`middle by ${sort}`, farther(sort, 0.5)],
      [`last by ${sort}`, farther(sort, 1)],
    ]),
    ...Object.keys(filters).flatMap((field): [string, Ask][] => [
      [`few of a ${field}`, asked({}, { [field]: rare[field] })],
      [`most of a ${field}`, asked({}, { [field]: usualOf(field) })],
    ]),
    ['changed since', asked({ updatedSince: new Date(LATELY).toISOString() })],
    ...(searches.length > 0
      ? ([
          ['search for few', asked({ search: 'needle' })],
          ['search for most', asked({ search: 'twill' })],
        ] as [string, Ask][])
      : []),
    ...Object.entries(clients ?? {}).map(([id, name]): [string, Ask] => [
      `search for the ${id} client`,
      asked({ search: name }),
    ]),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

async function planOf(store: Store, name: string, ask: Ask): Promise<PagePlan> {
  const plans = await plansOf(store, name, () => ask('large'));
  const finds = plans.filter(({ command }) => command === 'find');
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    keys: sum(finds.map(({ keysExamined }) => keysExamined)),
    counted: sum(plans.filter(({ command }) => command === 'count').map(({ keysExamined }) => keysExamined)),
    documents: sum(plans.map(({ docsExamined }) => docsExamined)),
    returned: sum(finds.map(({ returned }) => returned)),
    sortsInMemory: finds.some(({ sortsInMemory }) => sortsInMemory),
  };
}

export function reportLists(results: readonly ListResult[]): string {
  const lines = ['', `${'lists, ms of a page of 10'.padEnd(50)} 10,000  100,000     keys  counted  documents  shown`];
  for (const { list, page, small, large, plan } of results) {
    const read = plan && [cell(plan.keys), cell(plan.counted), cell(plan.documents, 0, 11), cell(plan.returned, 0, 7)];
    const sorts = plan?.sortsInMemory ? '  sorted in memory' : '';
    const name = `  ${list}, ${page}`.padEnd(50);
    lines.push(name + cell(small, 1, 7) + cell(large, 1) + (read ?? []).join('') + sorts);
  }
  return lines.join('\n');
}
