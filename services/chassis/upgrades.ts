import { type Connection, Schema } from 'mongoose';
import type { Logger } from './logger.ts';
import { modelOf } from './model.ts';
import type { Store } from './mongo.ts';
import { periodic } from './periodic.ts';
import type { Part } from './run-service.ts';

/** A step from the data of an earlier version to this one's. */
export interface Upgrade {
  /** Never given out twice in a service. */
  name: string;
  /** Changes only what still needs it: replicas may run it at once, and it is run again where one died. */
  run(connection: Connection): Promise<void>;
}

interface Done {
  _id: string;
  at: Date;
}

const schema = new Schema<Done>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'upgrades', versionKey: false },
);

/** Takes the steps that a database has not taken yet, in order. The process is not ready before. */
export function upgrades(store: Store, steps: Upgrade[], logger: Logger): Part {
  const done = modelOf(store.connection, 'Upgrade', schema);
  return periodic({
    name: 'upgrades of the data',
    logger,
    async run(now) {
      const known = new Set((await done.find().lean()).map(({ _id }) => _id));
      for (const { name, run } of steps.filter((step) => !known.has(step.name))) {
        await run(store.connection);
        await done.updateOne({ _id: name }, { $setOnInsert: { at: now } }, { upsert: true });
        logger.info({ upgrade: name }, 'Data upgraded');
      }
    },
  });
}
