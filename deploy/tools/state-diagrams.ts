import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { archivableMoves, type Moves } from '#proto/common/v1/resource.contract.ts';
import { type Resource, resources } from '#proto/common/v1/resources.contract.ts';
import { readCommandLine } from '../local/command-line.ts';

/** Where the diagrams are kept. */
export const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'states.md');

interface Machine {
  resource: string;
  moves: Moves;
}

/** Every resource that has states. The resources that are archived have the same moves, and share a diagram. */
const machines: readonly Machine[] = [
  { resource: named(resources.filter(isArchived).map(({ title }) => title)), moves: archivableMoves },
  ...resources.filter((resource) => !isArchived(resource)).flatMap(machineOf),
];

function isArchived(resource: Resource): boolean {
  return 'moves' in resource && (resource.moves as Moves) === archivableMoves;
}

function machineOf(resource: Resource): Machine[] {
  if ('moves' in resource) return [{ resource: resource.title, moves: resource.moves }];
  return 'states' in resource ? [{ resource: resource.states.of, moves: resource.states.moves }] : [];
}

/** `Client, supplier, style`. */
function named(titles: string[]): string {
  return titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(', ');
}

const INTRODUCTION = `# States

Drawn by \`npm run docs:states\` from the tables in the domain files. An arrow is a move, \`POST …/{id}/<move>\`; one in brackets is made by
what it names, and not by a caller. A create may name any status.
`;

/** The page, from the tables. */
export const statesPage = (): string => [INTRODUCTION, ...machines.map(diagram)].join('\n');

function diagram({ resource, moves }: Machine): string {
  const arrows = Object.entries(moves).flatMap(([name, { from, to, by }]) =>
    from.filter((status) => status !== to).map((status) => `  ${status} --> ${to}: ${by ? `(${by})` : name}`),
  );
  return [
    `## ${resource}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    `  [*] --> ${firstOf(moves)}`,
    ...arrows,
    '```',
    '',
  ].join('\n');
}

/** Records begin in the status that the first move leads from. */
const firstOf = (moves: Moves): string => Object.values(moves)[0]?.from[0] ?? '';

if (import.meta.main) {
  readCommandLine({ name: 'npm run docs:states', does: 'Draws docs/states.md from the tables of the domain files.' });
  await writeFile(PAGE, statesPage());
}
