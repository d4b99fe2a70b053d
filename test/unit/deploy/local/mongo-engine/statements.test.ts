import { describe, expect, test } from '@jest/globals';
import { GENERIC } from '#engine/protocol/command.ts';
import { COMMANDS } from '#engine/protocol/commands/commands.ts';
import { compileFilter } from '#engine/semantics/match/match.ts';
import { compileUpdate } from '#engine/semantics/update/update.ts';
import { knownStatements } from '../../../../support/statements/statements.ts';

/** The operators of MongoDB 8 (https://www.mongodb.com/docs/manual/reference/operator/). */
const QUERY = '$eq $gt $gte $in $lt $lte $ne $nin $not $exists $type $mod $regex $options $all $elemMatch $size';
const QUERY_MORE = '$bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $geoIntersects $geoWithin $near $nearSphere';
const LOGICAL = '$and $or $nor $expr $jsonSchema $text $where $comment';
const UPDATE =
  '$currentDate $inc $min $max $mul $rename $set $setOnInsert $unset $addToSet $pop $pull $push $pullAll $bit';

const known = new Set(knownStatements());

/** The code of the refusal; undefined where there is none. */
function refusal(work: () => unknown): { code: number; message: string } | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error as { code: number; message: string };
  }
}

const operands: Record<string, unknown> = { $in: [1], $nin: [1], $elemMatch: { a: 1 }, $regex: 'a', $options: 'i' };
const compileQuery = (name: string) =>
  compileFilter({ a: { ...(name === '$options' && { $regex: 'a' }), [name]: operands[name] ?? 1 } });

const OPERATORS: [kind: string, names: string, compile: (name: string) => unknown][] = [
  ['query', `${QUERY} ${QUERY_MORE}`, compileQuery],
  ['query', LOGICAL, (name) => compileFilter({ [name]: [{ a: 1 }] })],
  ['update', UPDATE, (name) => compileUpdate({ [name]: { a: 1 } })],
];

describe('the engine has exactly what the suite has been recorded to send:', () => {
  test.each(OPERATORS.flatMap(([kind, names, compile]) => names.split(' ').map((name) => ({ kind, name, compile }))))(
    'the $kind operator $name',
    ({ kind, name, compile }) => {
      const refused = refusal(() => compile(name));
      expect(refused === undefined).toBe(known.has(`${kind} ${name}`));
      if (refused) expect(refused).toMatchObject({ code: 115, message: expect.stringMatching(/\$.*MONGODB_URL/) });
    },
  );

  test('commands', () => {
    const recorded = [...known].filter((line) => line.startsWith('command ')).map((line) => line.slice(8));
    expect(Object.keys(COMMANDS).sort()).toEqual(recorded);
  });

  test('fields of commands and of their statements', () => {
    const declared = Object.entries(COMMANDS).flatMap(([name, { fields, statements }]) => [
      ...Object.keys(fields)
        .filter((field) => !Object.hasOwn(GENERIC, field))
        .map((field) => `field ${name}.${field}`),
      ...Object.keys(statements?.entries ?? {}).map((field) => `field ${name}.${statements?.field}.${field}`),
    ]);
    // `hello` takes whatever a client says of itself.
    const unsent = declared.filter((line) => !known.has(line) && !line.endsWith('.*'));
    expect(unsent).toEqual([]);
    const sentByNone = Object.keys(GENERIC).filter((name) => !known.values().some((line) => line.endsWith(`.${name}`)));
    expect(sentByNone).toEqual([]);
  });
});
