import { expect, test } from '@jest/globals';
import type { Model } from 'mongoose';
import { insertMany, insertOne, replaceOne } from '#chassis/mongo/model.ts';

interface Thing {
  _id: string;
  name: string;
  size: number | null;
}

/** The type check fails where one of these were taken. */
function incomplete(model: Model<Thing>, named: { _id: string; name?: string; size: null }) {
  return [
    // @ts-expect-error: size is missing
    () => insertOne(model, { _id: '1', name: 'one' }),
    // @ts-expect-error: name may be missing
    () => insertOne(model, named),
    // @ts-expect-error: name is missing
    () => insertMany(model, [{ _id: '1', size: 1 }], undefined as never),
    // @ts-expect-error: size is undefined
    () => replaceOne(model, { _id: '1', name: 'one', size: undefined }, {}),
  ];
}

test('a document that is not whole is refused by the type check', () => {
  expect(incomplete({} as Model<Thing>, { _id: '1', size: null })).toHaveLength(4);
});
