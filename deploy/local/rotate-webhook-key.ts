import { flag, readCommandLine } from './command-line.ts';
import { runServiceTask, taskEnvironment } from './service-task.ts';

const { options, operands } = readCommandLine({
  name: 'npm run webhook-keys:rotate',
  does: 'Makes the next key that signs the webhooks of an org, for the instance that runs on DATA_DIR. The key before signs for 24 h more.',
  options: { 'at-once': flag('The key before signs no more, since it has got out.') },
  operands: 'ORG',
  environment: taskEnvironment,
});

const args = options['at-once'] ? ['--at-once', ...operands] : operands;
await runServiceTask({ service: 'notification', entry: 'rotate-webhook-key.ts', args });
