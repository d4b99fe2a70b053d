import { parseArgs } from 'node:util';
import { Misuse } from '#chassis/runtime/run-task.ts';

export type Command =
  | { verb: 'list' }
  | { verb: 'show' | 'remove'; numbers: number[] }
  | { verb: 'replay'; numbers: number[] | 'all'; unverified: boolean };

export const USAGE = `Usage: dead-letters.ts [list | show | replay | remove] [NUMBER …] [--all] [--unverified]

  list             A line for each letter: number, time, consumer, subject, reason.
  show NUMBER …    The letter with its headers and payload.
  replay NUMBER …  Publishes its event again, to every consumer, and removes it.
  remove NUMBER …  Gives it up for good.

  --all            Replay everything that is there.
  --unverified     Replay also what the stream of events does not hold (any more) as the letter tells it.`;

/** Parses the arguments. Throws Misuse for unclear arguments, so that nothing is replayed or removed by mistake. */
export function readCommand(args: string[]): Command {
  const { verb, operands, all, unverified } = parse(args);
  if (verb !== 'replay' && (all || unverified)) throw new Misuse(`${verb} takes no ${all ? '--all' : '--unverified'}`);
  switch (verb) {
    case 'list':
      if (operands.length > 0) throw new Misuse('list takes no numbers');
      return { verb };
    case 'show':
    case 'remove':
      return { verb, numbers: numbersIn(operands) };
    case 'replay':
      if (all && operands.length > 0) throw new Misuse('Either --all or numbers');
      return { verb, numbers: all ? 'all' : numbersIn(operands), unverified };
    default:
      throw new Misuse(`list, show, replay or remove, and no '${verb}'`);
  }
}

function parse(args: string[]): { verb: string; operands: string[]; all: boolean; unverified: boolean } {
  const options = { all: { type: 'boolean' }, unverified: { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [verb = 'list', ...operands] = positionals;
    return { verb, operands, all: values.all ?? false, unverified: values.unverified ?? false };
  } catch (error) {
    throw new Misuse((error as Error).message.split('. ')[0]);
  }
}

function numbersIn(operands: string[]): number[] {
  if (operands.length === 0) throw new Misuse('Name the letters by their numbers, as list shows them');
  const strange = operands.find((text) => !/^[1-9]\d{0,14}$/.test(text));
  if (strange !== undefined) throw new Misuse(`'${strange}' is no number of a letter`);
  return operands.map(Number);
}
