import { type Document, EJSON } from 'bson';
import { badValue } from '../../values/error.ts';
import { partsOf, pathInMemory } from '../../values/names.ts';
import { checkViable, getPath, step } from '../../values/path.ts';
import { checkPath, type Modify } from './update-target.ts';

/** `$rename` as two changes that meet in the document: the old name goes, the new one takes its value. */
export function compileRename(from: string, operand: unknown): { path: string; modify: Modify }[] {
  if (typeof operand !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${from}`);
  checkPath(operand);
  const [source, target] = [`${pathInMemory(from)}.`, `${pathInMemory(operand)}.`];
  if (source.startsWith(target) || target.startsWith(source))
    throw badValue(
      `The source and target field for $rename must differ and not be on the same path: ${from}: "${operand}"`,
    );
  if ([from, operand].some((path) => /(^|\.)\$/.test(path))) {
    throw badValue(`The source and target field for $rename may not be dynamic: ${from}`);
  }
  const take: Modify = (current, { document }) => {
    const value = getPath(document, from);
    if (value === undefined) {
      checkViable(document, from);
      return current;
    }
    refuseArrays('source', document, from);
    refuseArrays('destination', document, operand);
    return value;
  };
  return [
    { path: from, modify: () => undefined },
    { path: operand, modify: take },
  ];
}

function refuseArrays(role: string, document: Document, path: string): void {
  let value: unknown = document;
  for (const part of partsOf(path)) {
    if (Array.isArray(value)) {
      throw badValue(
        `The ${role} field cannot be an array element, '${path}' in doc with _id: ${EJSON.stringify(document._id)}`,
      );
    }
    value = step(value, part);
  }
}
