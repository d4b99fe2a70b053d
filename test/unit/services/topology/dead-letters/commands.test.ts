import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { runCommand } from '../../../../../services/topology/dead-letters/commands.ts';
import type { DeadLetters } from '../../../../../services/topology/dead-letters/dead-letters.ts';
import type { Letter } from '../../../../../services/topology/dead-letters/domain/letter.ts';
import { anyCharacter } from '../../../../support/any-character.ts';

/** The output of `show` for a letter. */
async function shown(
  payload: Uint8Array,
  headers: Record<string, string> = {},
  reason = 'It is poisoned',
): Promise<string[]> {
  const original = { subject: 'events.product.client.created', payload, headers, sequence: 3 };
  const letter: Letter = { sequence: 7, time: new Date(0), consumer: 'finance', reason, original };
  const tray = { find: async () => letter } as Pick<DeadLetters, 'find'> as DeadLetters;
  const lines: string[] = [];
  expect(await runCommand({ verb: 'show', numbers: [7] }, tray, (line) => lines.push(line))).toBe(true);
  return lines;
}

test('what is shown of a letter moves no cursor, whatever it holds', async () => {
  const text = fc.string({ unit: anyCharacter }).map((one) => one.toWellFormed());
  await fc.assert(
    fc.asyncProperty(text, text, text, async (payload, name, value) => {
      const lines = await shown(
        Buffer.from(`${payload}\u001b[2J\u009b`),
        { [`\r${name}`]: `\u001b]0;${value}\u0007` },
        value,
      );
      for (const line of lines) expect(line).not.toMatch(/[^\P{Cc}\n]/u);
    }),
  );
});

test.each([
  ['text with its lines', Buffer.from('{\n "name":\t"Müller"\u001b[2J}'), '{\n "name": "Müller" [2J}'],
  ['nothing', Buffer.alloc(0), ''],
  ['what is no UTF-8 in hexadecimal', Buffer.from([0x7b, 0xff, 0x1b, 0x0a]), '7bff1b0a'],
])('a payload is shown as it is: %s', async (_what, payload, text) => {
  expect((await shown(payload)).at(-1)).toBe(text);
});
