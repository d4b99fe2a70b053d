import { expect, test } from '@jest/globals';
import { readSamples } from '../../gateway/openapi/samples.ts';
import { recordStory, STORY_SETTINGS } from '../support/samples/story.ts';
import { startSystem } from '../support/system/system.ts';

/** Printed beside a fault: the samples are recorded anew. */
const COMMAND = 'npm run samples';

/**
 * The names of all fields with the types of their values. A list has the shapes of its items, because a list may have more
 * or fewer of them in another run.
 */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))].sort();
  if (typeof value !== 'object') return typeof value;
  return value && Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

test('each recorded request has the recorded status and the same shape of an answer in a new system', async () => {
  const system = await startSystem({ env: STORY_SETTINGS });
  try {
    const [recorded, now] = [readSamples(), await recordStory(system)];
    expect({ [COMMAND]: Object.keys(now).sort() }).toEqual({ [COMMAND]: Object.keys(recorded).sort() });
    for (const [operationId, { path, query, body, status, answer }] of Object.entries(now)) {
      const { answer: earlier, ...request } = recorded[operationId] ?? { answer: undefined };
      const sent = { path, query, ...(body !== undefined && { body }), status };
      expect({ [`${operationId}, ${COMMAND}`]: sent }).toEqual({ [`${operationId}, ${COMMAND}`]: request });
      expect({ [`${operationId}, ${COMMAND}`]: shapeOf(answer) }).toEqual({
        [`${operationId}, ${COMMAND}`]: shapeOf(earlier),
      });
    }
  } finally {
    await system.stop();
  }
}, 180_000);
