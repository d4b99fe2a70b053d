import type { Command } from '#engine/protocol/command.ts';

type Value = Record<string, unknown>;

/** Names of fields in commands that hold lists of statements, filters, updates and projections. */
const LISTS = ['updates', 'deletes', 'indexes', 'documents'];
const FILTERS = ['filter', 'query', 'q', 'partialFilterExpression'];
const UPDATES = ['u', 'update'];
const PROJECTIONS = ['projection', 'fields'];

/**
 * Lists the parts of a command: its name, its fields, the fields of its statements, and all operators. Each part is one
 * line of text.
 */
export function partsOf(command: Command): string[] {
  const { [command.name]: _, ...body } = command.body;
  const parts = [`command ${command.name}`, ...fieldsOf(command.name, body)];
  for (const list of LISTS) {
    const documents = body[list] !== undefined || command.sequence(list) ? [...command.documents(list)] : [];
    if (documents.length > 0) parts.push(`field ${command.name}.${list}`);
    if (list !== 'documents')
      parts.push(...documents.flatMap((document) => fieldsOf(`${command.name}.${list}`, document)));
  }
  return parts;
}

function fieldsOf(owner: string, document: Value): string[] {
  return Object.entries(document).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    const own = `field ${owner}.${name}`;
    if (FILTERS.includes(name)) return [own, ...operatorsIn('query', value)];
    if (PROJECTIONS.includes(name)) return [own, ...operatorsIn('projection', value)];
    // `update` is also the name of a command. Its field `update`, with the collection name, is removed in `partsOf`.
    if (UPDATES.includes(name)) return [own, ...updateIn(value as Value)];
    if (name === 'pipeline') return [own, ...stagesIn(value as Value[])];
    return [own];
  });
}

function updateIn(update: Value): string[] {
  const names = Object.keys(update).filter((name) => name.startsWith('$'));
  if (names.length === 0) return ['update replacement'];
  const each = Object.values((update.$addToSet as Value | undefined) ?? {});
  const isList = each.some((value) => typeof value === 'object' && value !== null && '$each' in value);
  return [...names.map((name) => `update ${name}`), ...(isList ? ['update $each'] : [])];
}

function stagesIn(pipeline: Value[]): string[] {
  return pipeline.flatMap((stage) =>
    Object.entries(stage).flatMap(([name, value]) => {
      if (name === '$match') return [`stage ${name}`, ...operatorsIn('query', value)];
      return name === '$group' ? [groupIn(value as Value), ...operatorsIn('accumulator', value)] : [`stage ${name}`];
    }),
  );
}

const groupIn = ({ _id }: Value) =>
  typeof _id === 'string' && _id.startsWith('$') ? 'stage $group by a field' : 'stage $group of all documents';

/** Names that begin with `$`, at any depth. BSON values such as ObjectId are skipped. */
function operatorsIn(kind: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || '_bsontype' in value) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name.startsWith('$') ? [`${kind} ${name}`] : []),
    ...operatorsIn(kind, inner),
  ]);
}
