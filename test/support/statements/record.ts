import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { BEFORE_AUTHENTICATION, COMMANDS } from '#engine/protocol/commands/commands.ts';
import type { Handler } from '#engine/protocol/context.ts';
import { partsOf } from './parts.ts';

/** Each engine process appends the parts of statements to its own file. It writes each part once. */
const file = join(process.env.STATEMENTS_FOLDER ?? '', `${process.pid}.txt`);
const seen = new Set<string>();

/** Refused statements are not recorded. */
const recorded =
  (run: Handler): Handler =>
  async (context) => {
    const reply = await run(context);
    if ('writeErrors' in reply) return reply;
    const fresh = [...new Set(partsOf(context.command))].filter((part) => !seen.has(part));
    for (const part of fresh) seen.add(part);
    if (fresh.length > 0) appendFileSync(file, `${fresh.join('\n')}\n`);
    return reply;
  };

for (const declared of Object.values(COMMANDS)) {
  const run = recorded(declared.run);
  if (BEFORE_AUTHENTICATION.has(declared.run)) (BEFORE_AUTHENTICATION as Set<Handler>).add(run);
  declared.run = run;
}
