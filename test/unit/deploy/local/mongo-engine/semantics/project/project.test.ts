import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { compileProjection } from '#engine/semantics/project/project.ts';

const document = { _id: 1, a: 1, b: { c: 2, d: 3 }, l: [1, 2, 3], e: [{ x: 1, y: 1 }, { x: 2, y: 2 }, 5] };
const project = (projection: Document): Document => compileProjection(projection)(document, 100);

test.each<[Document, Document]>([
  [{}, document],
  [{ a: 1 }, { _id: 1, a: 1 }],
  [{ _id: 0, a: true }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
  [{ 'e.x': 1 }, { _id: 1, e: [{ x: 1 }, { x: 2 }] }],
  [{ 'a.z': 1 }, { _id: 1 }],
  [
    { b: 0, e: 0, l: 0 },
    { _id: 1, a: 1 },
  ],
  [
    { 'e.x': 0, l: 0, b: 0 },
    { _id: 1, a: 1, e: [{ y: 1 }, { y: 2 }, 5] },
  ],
])('%j', (projection, expected) => {
  const projected = project(projection);
  expect(projected).toEqual(expected);
});

test('fields keep the order of the document, the size follows', () => {
  expect(Object.entries(project({ l: 1, a: { $bsonSize: '$$ROOT' }, b: 1 }))).toEqual([
    ['_id', 1],
    ['b', { c: 2, d: 3 }],
    ['l', [1, 2, 3]],
    ['a', 100],
  ]);
});

test.each<[Document, number]>([
  [{ a: 1, b: 0 }, 31254],
  [{ a: 0, b: 1 }, 31253],
  [{ b: 1, 'b.c': 1 }, 31249],
  [{ 'b.c': 1, b: 1 }, 31250],
  [{ a: { $foo: 1 } }, 115],
  [{ l: { $slice: 1 } }, 115],
  [{ b: { d: 1 } }, 115],
])('%j is refused with code %d', (projection, code) => {
  expect(() => compileProjection(projection)).toThrow(expect.objectContaining({ code }));
});
