import { readCommandLine } from './command-line.ts';
import { runServiceTask, taskEnvironment } from './service-task.ts';

readCommandLine({
  name: 'npm run keys:rotate',
  does: 'Makes the next key that signs access tokens, for the instance that runs on DATA_DIR. Nobody is logged out.',
  environment: taskEnvironment,
});

await runServiceTask({ service: 'identity', entry: 'rotate-keys.ts' });
