import type { Document } from 'bson';
import { badValue } from '../../values/error.ts';
import { isIndex, partsOf, pathInMemory } from '../../values/names.ts';
import { step } from '../../values/path.ts';
import { asDocument } from '../../values/value.ts';
import { compileConditions, compileFilter } from './match.ts';
import type { Condition } from './match-operators.ts';
import { compileReach } from './reach.ts';

/** An array that a filter went through and the first element by which it matched. */
interface Hit {
  path: string;
  index: number;
}

type Probe = (document: Document) => Hit[];

/** Finds the element that the positional `$` stands for, in the array at `path` of a document that the filter matched. */
export type Position = (document: Document, path: string) => number;

/** Throws BadValue (2) for a document whose arrays the filter did not go through. */
export function compilePosition(filter: Document): Position {
  const probe = compileProbe(filter);
  return (document, path) => {
    const hits = probe(document);
    const array = pathInMemory(path);
    const hit = hits.find((candidate) => candidate.path === array) ?? hits.at(-1);
    if (hit === undefined) throw badValue('The positional operator did not find the match needed from the query.');
    return hit.index;
  };
}

function compileProbe(filter: Document): Probe {
  const probes = Object.keys(filter).flatMap((name): Probe[] => {
    if (name === '$and') return (filter[name] as Document[]).map(compileProbe);
    if (name === '$or') return [compileAlternatives(filter[name] as Document[])];
    if (name.startsWith('$')) return [];
    return compileConditions(filter[name]).map((condition) => compileLeaf(name, condition));
  });
  return (document) => probes.flatMap((probe) => probe(document));
}

function compileAlternatives(filters: Document[]): Probe {
  const alternatives = filters.map((filter) => ({ matches: compileFilter(filter), probe: compileProbe(filter) }));
  return (document) => alternatives.find(({ matches }) => matches(document))?.probe(document) ?? [];
}

function compileLeaf(path: string, condition: Condition): Probe {
  const parts = partsOf(path);
  return (document) => hitsIn(document, parts, 0, condition);
}

/** Walks to the first array that the path goes through without naming an index. */
function hitsIn(container: unknown, parts: string[], at: number, condition: Condition): Hit[] {
  const value = step(container, parts[at] as string);
  if (!Array.isArray(value)) return at + 1 < parts.length ? hitsIn(value, parts, at + 1, condition) : [];
  const index = value.findIndex((element) => matchesElement(element, parts.slice(at + 1), condition));
  if (index >= 0) return [{ path: parts.slice(0, at + 1).join('.'), index }];
  return isIndex(parts[at + 1] ?? '') ? hitsIn(value, parts, at + 1, condition) : [];
}

function matchesElement(element: unknown, rest: string[], condition: Condition): boolean {
  if ('not' in condition || condition.element === undefined) return false;
  if (rest.length === 0) return condition.element(element);
  const document = asDocument(element);
  return document !== undefined && compileReach(rest.join('.'), condition.whole)(document, condition.test);
}

/** Whether a path holds the positional `$`. */
export const isPositional = (path: string): boolean => partsOf(path).includes('$');
