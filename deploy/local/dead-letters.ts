import { flag, readCommandLine } from './command-line.ts';
import { brokerTaskEnvironment, runReplayTask } from './service-task.ts';

const { options, operands } = readCommandLine({
  name: 'npm run dead-letters',
  does: 'Lists what consumers have given up, for the instance that runs on DATA_DIR: list. Or show, replay or remove, and the numbers that list prints.',
  options: {
    all: flag('Replay everything that is there.'),
    unverified: flag('Replay also what the stream of events does not hold any more as it was.'),
  },
  operands: 'list | show | replay | remove, NUMBER',
  environment: brokerTaskEnvironment,
});

const flags = Object.entries(options).flatMap(([name, isSet]) => (isSet ? [`--${name}`] : []));
await runReplayTask('dead-letters.ts', [...operands, ...flags]);
