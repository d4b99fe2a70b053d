import { runInvariantsTask } from '#chassis/invariants/task.ts';
import { checked } from './invariants/invariants.ts';

await runInvariantsTask(checked);
