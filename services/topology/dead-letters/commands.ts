import type { Command } from './command-line.ts';
import type { DeadLetters, Replayed } from './dead-letters.ts';
import type { Letter } from './domain/letter.ts';
import { printable, printablePayload } from './printable.ts';

type Say = (line: string) => void;

/** Runs the command and prints the result. Returns false if a part of it failed. */
export async function runCommand(command: Command, tray: DeadLetters, say: Say): Promise<boolean> {
  switch (command.verb) {
    case 'list':
      return list(tray, say);
    case 'show':
      return each(command.numbers, async (number) => show(await tray.find(number), number, say));
    case 'remove':
      return each(command.numbers, async (number) => remove(tray, number, say));
    case 'replay':
      return replay(command, tray, say);
  }
}

async function list(tray: DeadLetters, say: Say): Promise<boolean> {
  let count = 0;
  for await (const letter of tray.letters()) {
    say(lineOf(letter));
    count++;
  }
  say(count === 1 ? '1 dead letter' : `${count} dead letters`);
  return true;
}

/** `all` means the letters that exist at the start, because a message that fails again returns as a new letter. */
async function replay({ numbers, unverified }: Command & { verb: 'replay' }, tray: DeadLetters, say: Say) {
  const named = numbers === 'all' ? await everything(tray) : numbers;
  if (named.length === 0) say('0 dead letters');
  return each(named, async (number) => {
    const outcome = await tray.replay(number, { unverified });
    say(`${number}: ${SAID[outcome]}`);
    return outcome === 'replayed' || outcome === 'replayed before';
  });
}

const SAID: Record<Replayed, string> = {
  replayed: 'replayed',
  'replayed before': 'replayed, with another letter of the same event',
  missing: 'there is no such letter',
  'not genuine':
    'not replayed: the stream of events does not hold it as it is said to have been. Look at it (show), then replay it with --unverified',
};

async function everything(tray: DeadLetters): Promise<number[]> {
  const numbers: number[] = [];
  for await (const { sequence } of tray.letters()) numbers.push(sequence);
  return numbers;
}

async function remove(tray: DeadLetters, number: number, say: Say): Promise<boolean> {
  const removed = await tray.remove(number);
  say(`${number}: ${removed ? 'removed' : SAID.missing}`);
  return removed;
}

function show(letter: Letter | undefined, number: number, say: Say): boolean {
  if (!letter) {
    say(`${number}: ${SAID.missing}`);
    return false;
  }
  const { headers, payload } = letter.original;
  say(lineOf(letter));
  for (const [name, value] of Object.entries(headers)) say(printable(`${name}: ${value}`));
  say(printablePayload(payload));
  return true;
}

async function each(numbers: number[], act: (number: number) => Promise<boolean>): Promise<boolean> {
  let good = true;
  for (const number of numbers) good = (await act(number)) && good;
  return good;
}

function lineOf({ sequence, time, consumer, reason, original }: Letter): string {
  const cells = [String(sequence), time.toISOString(), consumer, original.subject, reason];
  return cells.map(printable).join('  ');
}
