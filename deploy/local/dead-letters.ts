import { flag, readCommandLine } from './command-line.ts';
import { brokerTaskEnvironment, runReplayTask } from './service-task.ts';

const { options, operands } = readCommandLine({
  name: 'npm run dead-letters',
  does: [
    'Lists, shows, replays and removes what consumers have given up, for the instance that runs on DATA_DIR.',
    '',
    '  list             A line for each letter: number, time, consumer, subject, reason.',
    '  show NUMBER …    The letter with its headers and payload.',
    '  replay NUMBER …  Publishes its event again, to every consumer, and removes it.',
    '  remove NUMBER …  Gives it up for good.',
  ].join('\n'),
  options: {
    all: flag('Replay everything that is there.'),
    unverified: flag('Replay also what the stream of events does not hold (any more) as the letter tells it.'),
  },
  operands: '[list | show | replay | remove] [NUMBER …]',
  environment: brokerTaskEnvironment,
  more: 'When to do what: docs/runbook.md, Dead letters.',
});

const flags = Object.entries(options).flatMap(([name, isSet]) => (isSet ? [`--${name}`] : []));
await runReplayTask('dead-letters.ts', [...operands, ...flags]);
