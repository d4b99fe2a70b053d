import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { Decimal128, Double } from 'bson';
import { Budget } from '../../../../../../../deploy/local/mongo-engine/scheduling/budget.ts';
import { withoutPauses } from '../../../../../../../deploy/local/mongo-engine/scheduling/scheduler.ts';
import { compileStages, runOf } from '../../../../../../../deploy/local/mongo-engine/semantics/aggregate/pipeline.ts';
import { compileFilter } from '../../../../../../../deploy/local/mongo-engine/semantics/match/match.ts';

const orders = [
  { _id: 1, who: 'a', sum: 5, tags: ['x', 'y'] },
  { _id: 2, who: 'b', sum: Decimal128.fromString('1.5'), tags: [] },
  { _id: 3, who: 'a', sum: 7 },
];
const people = [
  { _id: 'a', name: 'Ann' },
  { _id: 'b', name: 'Bob' },
];
const collections: Record<string, Document[]> = { people };
const source = {
  isIndexed: () => false,
  scan: (name: string, filter: Document) => (collections[name] ?? []).filter(compileFilter(filter)),
};

const run = (stages: Document[], input: Iterable<Document> = orders): Document[] => [
  ...withoutPauses(compileStages(stages)(input, runOf(source, new Budget(), new Date(0)))),
];

test.each<[Document[], Document[]]>([
  [
    [{ $match: { who: 'a' } }, { $project: { sum: 1 } }],
    [
      { _id: 1, sum: 5 },
      { _id: 3, sum: 7 },
    ],
  ],
  [
    [{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 1 }, { $unset: 'tags' }],
    [{ _id: 2, who: 'b', sum: Decimal128.fromString('1.5') }],
  ],
  [[{ $count: 'n' }], [{ n: 3 }]],
  [[{ $match: { who: 'z' } }, { $count: 'n' }], []],
  [
    [{ $group: { _id: '$who', total: { $sum: '$sum' }, n: { $count: {} } } }],
    [
      { _id: 'a', total: 12, n: 2 },
      { _id: 'b', total: Decimal128.fromString('1.5'), n: 1 },
    ],
  ],
  [
    [
      {
        $group: {
          _id: null,
          first: { $first: '$_id' },
          last: { $last: '$tags' },
          max: { $max: '$sum' },
          ids: { $push: '$_id' },
        },
      },
    ],
    [{ _id: null, first: 1, last: null, max: 7, ids: [1, 2, 3] }],
  ],
  [
    [{ $match: { who: 'a' } }, { $group: { _id: '$none', mean: { $avg: '$sum' } } }],
    [{ _id: null, mean: new Double(6) }],
  ],
  [
    [{ $sortByCount: '$who' }],
    [
      { _id: 'a', count: 2 },
      { _id: 'b', count: 1 },
    ],
  ],
  [
    [{ $unwind: '$tags' }, { $project: { tags: 1 } }],
    [
      { _id: 1, tags: 'x' },
      { _id: 1, tags: 'y' },
    ],
  ],
  [
    [{ $unwind: { path: '$tags', preserveNullAndEmptyArrays: true } }, { $project: { tags: 1 } }],
    [{ _id: 1, tags: 'x' }, { _id: 1, tags: 'y' }, { _id: 2 }, { _id: 3 }],
  ],
  [
    [
      { $limit: 1 },
      { $lookup: { from: 'people', localField: 'who', foreignField: '_id', as: 'p' } },
      { $project: { p: 1 } },
    ],
    [{ _id: 1, p: [{ _id: 'a', name: 'Ann' }] }],
  ],
  [
    [
      { $limit: 1 },
      {
        $lookup: {
          from: 'people',
          let: { w: '$who' },
          pipeline: [{ $match: { $expr: { $ne: ['$_id', '$$w'] } } }],
          as: 'p',
        },
      },
      { $project: { p: '$p.name' } },
    ],
    [{ _id: 1, p: ['Bob'] }],
  ],
  [
    [{ $limit: 1 }, { $project: { _id: 1 } }, { $unionWith: { coll: 'people', pipeline: [{ $match: { _id: 'b' } }] } }],
    [{ _id: 1 }, { _id: 'b', name: 'Bob' }],
  ],
  [
    [{ $facet: { all: [{ $count: 'n' }], one: [{ $limit: 1 }, { $project: { who: 1 } }] } }],
    [{ all: [{ n: 3 }], one: [{ _id: 1, who: 'a' }] }],
  ],
  [[{ $limit: 1 }, { $replaceWith: { w: '$who', at: '$$NOW' } }], [{ w: 'a', at: new Date(0) }]],
  [
    [{ $limit: 1 }, { $set: { 'deep.er': { $size: '$tags' }, tags: '$$REMOVE' } }],
    [{ _id: 1, who: 'a', sum: 5, deep: { er: 2 } }],
  ],
])('%j', (stages, expected) => {
  expect(run(stages)).toEqual(expected);
});

test('groups by equal values whatever their number types', () => {
  const input = [{ k: 1 }, { k: new Double(1) }, { k: Decimal128.fromString('1.0') }, { k: '1' }];
  expect(run([{ $group: { _id: '$k', n: { $sum: 1 } } }, { $project: { _id: 0, n: 1 } }], input)).toEqual([
    { n: 3 },
    { n: 1 },
  ]);
});

test('takes no more documents than a limit lets through', () => {
  let taken = 0;
  function* endless(): Generator<Document> {
    for (;;) yield { _id: taken++ };
  }
  expect(run([{ $match: { _id: { $gt: 2 } } }, { $limit: 2 }], endless())).toEqual([{ _id: 3 }, { _id: 4 }]);
  expect(taken).toBe(5);
});

test.each<[Document, number]>([
  [{ $out: 'x' }, 115],
  [{ $merge: { into: 'x' } }, 115],
  [{ $graphLookup: {} }, 115],
  [{ $foo: 1 }, 40324],
  [{ $match: {}, $limit: 1 }, 40323],
  [{ $limit: 0 }, 15958],
  [{ $group: { n: { $sum: 1 } } }, 15955],
  [{ $group: { _id: 1, n: { $foo: 1 } } }, 15952],
  [{ $project: {} }, 51272],
])('%j is refused with code %d', (stage, code) => {
  expect(() => run([stage])).toThrow(expect.objectContaining({ code }));
});

test('what the pipeline of a $lookup sorts for one document is let go before the next', () => {
  const large = { _id: 1, text: 'x'.repeat(1e6) };
  const join = { $lookup: { from: 'large', as: 'o', pipeline: [{ $sort: { _id: 1 } }, { $project: { _id: 1 } }] } };
  collections.large = [large];
  const input = Array.from({ length: 200 }, (_, _id) => ({ _id }));
  expect(run([join, { $match: { 'o._id': 1 } }, { $count: 'n' }], input)).toEqual([{ n: 200 }]);
  collections.large = Array(200).fill(large);
  expect(() => run([join], input)).toThrow(expect.objectContaining({ code: 292 }));
});
