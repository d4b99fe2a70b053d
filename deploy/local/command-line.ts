import { parseArgs } from 'node:util';
import { z } from 'zod';
import { type ConfigSpec, defineConfig } from '#chassis/runtime/config.ts';

interface Option<Value> {
  /** The one-letter form of the option. */
  short?: string;
  /** The name of the option's value in the help; absent: the option has no value. */
  value?: string;
  says: string;
  initial: Value;
  /** Parses the value; undefined if the text is not a valid value. */
  read(text: string): Value | undefined;
}
type Options = Record<string, Option<unknown>>;
type Values<O extends Options> = { [Name in keyof O]: O[Name]['initial'] };

/** An option without a value. */
export const flag = (says: string): Option<boolean> => ({ says, initial: false, read: () => true });

/** An option with a number above 0. */
export const positive = (initial: number, value: string, says: string): Option<number> => ({
  value,
  says: `${says} Default ${initial}.`,
  initial,
  read: (text) => (Number(text) > 0 && Number.isFinite(Number(text)) ? Number(text) : undefined),
});

/** An option with any text. */
export const text = (value: string, says: string, short?: string): Option<string | undefined> => ({
  ...(short && { short }),
  value,
  says,
  initial: undefined,
  read: (given) => given,
});

interface Command<O extends Options> {
  /** The command as the user types it: "npm run bench". */
  name: string;
  does: string;
  options?: O;
  /** The arguments that are not options, as the help shows them; absent: the command takes none. */
  operands?: string;
  /** The environment variables that the command reads. */
  environment?: ConfigSpec['settings'];
  /** Further text at the end of the help. */
  more?: string;
}

/** Exit code for an invalid command line. */
const MISUSED = 2;

/**
 * Parses the arguments into options and operands. `--help` prints the help and ends the process with 0. An unknown
 * argument ends it with 2, after an error message.
 */
export function readCommandLine<const O extends Options = Record<never, never>>(
  command: Command<O>,
  args = process.argv.slice(2),
): { options: Values<O>; operands: string[] } {
  const known: Options = command.options ?? {};
  const { values, positionals } = parse(command, known, args);
  if (values.help) {
    console.log(helpOf(command));
    process.exit(0);
  }
  const read = Object.entries(known).map(([name, option]) => [name, valueFor(command, name, option, values[name])]);
  return { options: Object.fromEntries(read), operands: positionals };
}

type Given = string | boolean | undefined;

function parse(command: Command<Options>, known: Options, args: string[]) {
  const types = Object.entries(known).map(([name, { short, value }]) => [
    name,
    { type: value ? 'string' : 'boolean', ...(short && { short }) },
  ]);
  const options = { help: { type: 'boolean', short: 'h' }, ...Object.fromEntries(types) };
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: command.operands !== undefined });
    return { values: values as Record<string, Given>, positionals };
  } catch (error) {
    // Only the first sentence is for the user. Node's further advice is for the programmer.
    return misuse(command, (error as Error).message.split('. ')[0] ?? '');
  }
}

function valueFor(command: Command<Options>, name: string, option: Option<unknown>, given: Given): unknown {
  if (given === undefined) return option.initial;
  const value = option.read(String(given));
  return value === undefined ? misuse(command, `--${name} takes ${option.value}, and no '${given}'`) : value;
}

function misuse({ name }: Command<Options>, fault: string): never {
  console.error(`selvedge: ${fault}. What it takes: ${name} -- --help`);
  process.exit(MISUSED);
}

function helpOf({ name, does, options = {}, operands, environment, more }: Command<Options>): string {
  const named = Object.entries(options).map(([option, { short, value, says }]) => [
    `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`,
    says,
  ]);
  return [
    `Usage: ${name} [-- [options]${operands ? ` ${operands}` : ''}]`,
    does,
    `Options:\n${columns([...named, ['-h, --help', 'Print this.']])}`,
    environment && `Environment, with defaults:\n${settingsTable({ settings: environment })}`,
    more,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

/** A line for each setting: its name, its default, and what it is for. */
export const settingsTable = ({ settings }: ConfigSpec): string =>
  columns(
    describeConfig(defineConfig(settings)).map(({ name, default: initial, explanation }) => [
      name,
      initial,
      explanation,
    ]),
  );

/** A row of the table that `npm run config` prints. */
interface SettingRow {
  name: string;
  default: string;
  explanation: string;
}

/** A row for each setting. */
export function describeConfig(spec: ConfigSpec): SettingRow[] {
  return Object.entries(spec.settings).map(([name, { schema, explanation, secret }]) => ({
    name,
    default: describeDefault(schema),
    explanation: secret ? `${explanation} Secret.` : explanation,
  }));
}

/** The default in the form that an operator writes. The parsed value may be in another unit. */
function describeDefault(schema: z.ZodType): string {
  let written: z.core.$ZodType = schema;
  while (written instanceof z.ZodPipe) written = written.in;
  if (written instanceof z.ZodDefault) return String(written.def.defaultValue) || 'none';
  return schema.safeParse(undefined).success ? 'none' : 'required';
}

function columns(rows: string[][]): string {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  const widths = rows[0]?.map((_, column) => width(column)) ?? [];
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
