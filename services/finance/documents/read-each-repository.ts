import { type Collection, mongo } from 'mongoose';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { inTime } from '#chassis/mongo/read-limits.ts';

interface Wanted<Document> {
  filter: object;
  /** The fields to read. */
  fields: readonly (keyof Document & string)[];
  /** The index. With an index of the database's own choice, the cost could depend on other documents. */
  hint: Readonly<Record<string, 1>>;
  /** Default: in no order. The index should have it. */
  sort?: Readonly<Record<string, 1>>;
  /** Epoch milliseconds. */
  deadline: number;
}

/** Documents of one batch of the cursor. A document has up to 500 lines. */
const BATCH_SIZE = 100;

/**
 * Reads documents for a report in time slices. Only one of them is deserialized at a
 * time. Errors: deadline_exceeded at the deadline; the errors of `visit`.
 */
export async function readEach<Document extends { id: string }>(
  collection: Collection,
  { filter, fields, hint, sort, deadline }: Wanted<Document>,
  visit: (document: Document) => void,
): Promise<void> {
  const projection = Object.fromEntries(fields.map((field) => [field === 'id' ? '_id' : field, 1]));
  const timeSlices = new TimeSlices();
  await inTime({ deadline }, async (time) => {
    const options = { projection, hint, ...(sort && { sort }), batchSize: BATCH_SIZE, raw: true, ...time };
    const cursor = collection.find(filter as never, options);
    for await (const bytes of cursor as unknown as AsyncIterable<Uint8Array>) {
      await timeSlices.giveWay();
      const { _id, ...document } = mongo.BSON.deserialize(bytes);
      visit({ id: _id, ...document } as Document);
    }
  });
}
