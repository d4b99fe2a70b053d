import { readCommandLine } from './command-line.ts';
import { runServiceTask, taskEnvironment } from './service-task.ts';

const TASKS = {
  check: {
    name: 'npm run copies:check',
    does: "Counts where finance's copies of product's records differ, for the instance that runs on DATA_DIR; ends with 1 where they do.",
    args: ['--check'],
  },
  rebuild: {
    name: 'npm run copies:rebuild',
    does: "Makes finance's copies what product's records are, for the instance that runs on DATA_DIR, while it works.",
    args: [],
  },
};

const { args, ...task } = TASKS[process.argv[2] as keyof typeof TASKS];
readCommandLine({ ...task, environment: taskEnvironment }, process.argv.slice(3));
await runServiceTask({ service: 'finance', entry: 'rebuild-copies.ts', args });
