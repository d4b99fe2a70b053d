import type { DeadLetters, Replayed } from './dead-letters.ts';
import type { Letter } from './domain/letter.ts';
import { printable, printablePayload } from './printable.ts';

export interface Command {
  /** list, show, replay or remove. */
  verb: string;
  sequences: number[];
  all: boolean;
  unverified: boolean;
}

/** Does what was asked and says what came of it; false where some of it could not be done. */
export async function run(command: Command, tray: DeadLetters, say: (line: string) => void): Promise<boolean> {
  const { verb, sequences, all } = command;
  if (verb === 'list') return list(tray, say);
  if (sequences.length === 0 && !(all && verb === 'replay')) {
    say('Name the letters by their numbers, as list shows them');
    return false;
  }
  if (verb === 'show') return each(sequences, async (sequence) => show(await tray.find(sequence), sequence, say));
  if (verb === 'remove') return each(sequences, async (sequence) => remove(tray, sequence, say));
  if (verb === 'replay') return replay(command, tray, say);
  say(`list, show, replay or remove, and no '${verb}'`);
  return false;
}

async function list(tray: DeadLetters, say: (line: string) => void): Promise<boolean> {
  let count = 0;
  for await (const letter of tray.letters()) {
    say(lineOf(letter));
    count++;
  }
  say(count === 1 ? '1 dead letter' : `${count} dead letters`);
  return true;
}

/** All that was there when it began: what is poisoned still comes back behind them. */
async function replay({ sequences, all, unverified }: Command, tray: DeadLetters, say: (line: string) => void) {
  const named = all ? await everything(tray) : sequences;
  return each(named, async (sequence) => {
    const outcome = await tray.replay(sequence, { unverified });
    say(`${sequence}: ${SAID[outcome]}`);
    return outcome === 'replayed';
  });
}

const SAID: Record<Replayed, string> = {
  replayed: 'replayed',
  missing: 'there is no such letter',
  'not genuine':
    'not replayed: the stream of events does not hold it as it is said to have been. Look at it (show), then replay it with --unverified',
};

async function everything(tray: DeadLetters): Promise<number[]> {
  const sequences: number[] = [];
  for await (const { sequence } of tray.letters()) sequences.push(sequence);
  return sequences;
}

async function remove(tray: DeadLetters, sequence: number, say: (line: string) => void): Promise<boolean> {
  const removed = await tray.remove(sequence);
  say(`${sequence}: ${removed ? 'removed' : SAID.missing}`);
  return removed;
}

function show(letter: Letter | undefined, sequence: number, say: (line: string) => void): boolean {
  if (!letter) {
    say(`${sequence}: ${SAID.missing}`);
    return false;
  }
  const { headers, payload } = letter.original;
  say(lineOf(letter));
  for (const [name, value] of Object.entries(headers)) say(printable(`${name}: ${value}`));
  say(printablePayload(payload));
  return true;
}

async function each(sequences: number[], act: (sequence: number) => Promise<boolean>): Promise<boolean> {
  let good = true;
  for (const sequence of sequences) good = (await act(sequence)) && good;
  return good;
}

function lineOf({ sequence, time, consumer, reason, original }: Letter): string {
  const cells = [String(sequence), time.toISOString(), consumer, original.subject, reason];
  return cells.map(printable).join('  ');
}
