import { writeFileSync } from 'node:fs';
import { readCommandLine } from '../deploy/local/command-line.ts';
import { SAMPLES_FILE } from '../gateway/openapi/samples.ts';
import { recordStory, STORY_SETTINGS } from './support/samples/story.ts';
import { startSystem } from './support/system/system.ts';

readCommandLine({
  name: 'npm run samples',
  does:
    'Sends the requests of the API reference to a new system, as one story, and writes them with their answers to ' +
    'gateway/openapi/samples.json.',
  options: {},
});

const system = await startSystem({ env: STORY_SETTINGS });
try {
  const samples = await recordStory(system);
  writeFileSync(SAMPLES_FILE, `${JSON.stringify(samples, null, 1)}\n`);
  console.log(`${Object.keys(samples).length} samples recorded`);
} finally {
  await system.stop();
}
