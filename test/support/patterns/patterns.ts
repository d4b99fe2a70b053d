import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { z } from 'zod';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const ROOMS = ['gateway', 'services', 'proto', 'deploy'];

/** A regular expression, and the file that contains it. */
export interface Pattern {
  file: string;
  source: string;
  flags: string;
}

/**
 * The regular expressions of the source: all literals, and the names of files that construct regular expressions at run
 * time.
 */
export interface SourcePatterns {
  literals: Pattern[];
  constructing: string[];
}

/** Reads all source files of the project except generated files. */
export function patternsOfSource(): SourcePatterns {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => /\.(ts|mjs|js)$/.test(file) && !file.startsWith('proto/gen/'));
  const found: SourcePatterns = { literals: [], constructing: [] };
  for (const file of files) collect(parse(file), file, found);
  return found;
}

function parse(file: string): unknown {
  return parseSync(readFileSync(join(ROOT, file), 'utf8'), { syntax: 'typescript', target: 'es2024' });
}

interface Node {
  type?: string;
  pattern?: string;
  flags?: string;
  callee?: { value?: string };
}

function collect(part: unknown, file: string, found: SourcePatterns): void {
  if (typeof part !== 'object' || part === null) return;
  const { type, pattern, flags, callee } = part as Node;
  if (type === 'RegExpLiteral') found.literals.push({ file, source: pattern ?? '', flags: flags ?? '' });
  if ((type === 'NewExpression' || type === 'CallExpression') && callee?.value === 'RegExp') {
    found.constructing.push(file);
  }
  for (const child of Object.values(part)) collect(child, file, found);
}

/** The regular expressions of zod schemas in the contracts, for example for email addresses. */
async function patternsOfContracts(): Promise<Pattern[]> {
  const contracts = execFileSync('git', ['ls-files', 'proto/*contract.ts'], { cwd: ROOT, encoding: 'utf8' });
  const patterns: Pattern[] = [];
  for (const file of contracts.split('\n').filter(Boolean)) {
    const add = ({ source, flags }: RegExp) => patterns.push({ file, source, flags });
    visit(await import(join(ROOT, file)), add, new Set());
  }
  return patterns;
}

/** Visits all parts of a schema, and calls `add` for each regular expression. */
function visit(part: unknown, add: (pattern: RegExp) => void, seen: Set<unknown>): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  if (part instanceof RegExp) add(part);
  else if (part instanceof z.core.$ZodType || part instanceof z.core.$ZodCheck) visit(part._zod.def, add, seen);
  else for (const child of Object.values(part)) visit(child, add, seen);
}

/** All different patterns of the source and of the contracts. */
export async function patternsOfProject(source = patternsOfSource()): Promise<Pattern[]> {
  const patterns = [...source.literals, ...(await patternsOfContracts())];
  return [...new Map(patterns.map((pattern) => [`${pattern.flags}/${pattern.source}`, pattern])).values()];
}
