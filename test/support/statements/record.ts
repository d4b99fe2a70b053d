import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from '#engine/protocol/command.ts';
import { partsOf } from './parts.ts';

/** Each process of the engine appends to a file of its own: what a statement has that none before it had. */
const file = join(process.env.STATEMENTS_FOLDER ?? '', `${process.pid}.txt`);
const seen = new Set<string>();
const { check } = Command.prototype;

Command.prototype.check = function (...args) {
  check.apply(this, args);
  const fresh = [...new Set(partsOf(this))].filter((part) => !seen.has(part));
  for (const part of fresh) seen.add(part);
  if (fresh.length > 0) appendFileSync(file, `${fresh.join('\n')}\n`);
};
