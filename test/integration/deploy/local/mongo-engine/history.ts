/**
 * The steps of a committed transaction, in order: the lists that it read, and the values that it appended. No value is
 * appended twice.
 */
export interface Committed {
  /**
   * Order of the start (before the first statement) and of the end (after the answer to the commit) among all
   * transactions.
   */
  begun: number;
  ended: number;
  steps: ({ key: number; read: number[] } | { key: number; append: number })[];
}

export interface History {
  committed: Committed[];
  /** Values that aborted transactions appended. */
  aborted: Set<number>;
  /** Contents of the lists at the end. */
  final: Map<number, number[]>;
}

/**
 * Finds violations of snapshot isolation in a history of appends and reads (after list-append of Elle: Kingsbury,
 * Alvaro, 2020): dirty, torn and unrepeatable reads, lost updates, and cycles of dependencies.
 */
export function anomaliesOf(history: History): string[] {
  const faults = [...valueFaults(history), ...history.committed.flatMap((one, id) => readFaults(one, id, history))];
  return faults.length > 0 ? faults : cycles(history);
}

function valueFaults({ committed, aborted, final }: History): string[] {
  const faults: string[] = [];
  const all = [...final.values()].flat();
  if (new Set(all).size !== all.length) faults.push('a value is there twice');
  for (const value of all) if (aborted.has(value)) faults.push(`${value} was aborted and is there`);
  for (const { steps } of committed)
    for (const step of steps)
      if ('append' in step && !final.get(step.key)?.includes(step.append)) faults.push(`${step.append} is lost`);
  return faults;
}

/**
 * Each read of a list must return a beginning of the final list, followed by the transaction's own appends. All reads
 * of a transaction must return the same beginning.
 */
function readFaults({ steps }: Committed, id: number, { final }: History): string[] {
  const own = new Map<number, number[]>();
  const seen = new Map<number, number>();
  return steps.flatMap((step) => {
    const mine = own.get(step.key) ?? [];
    if ('append' in step) {
      own.set(step.key, [...mine, step.append]);
      return [];
    }
    const others = step.read.slice(0, step.read.length - mine.length);
    const list = final.get(step.key) ?? [];
    const isWhole = `${[...others, ...mine]}` === `${step.read}` && `${list.slice(0, others.length)}` === `${others}`;
    const before = seen.get(step.key) ?? others.length;
    seen.set(step.key, others.length);
    if (!isWhole) return [`transaction ${id} read ${step.read} of ${step.key}, which is ${list}`];
    return before === others.length ? [] : [`transaction ${id} read ${before} and then ${others.length} values`];
  });
}

type Edges = Set<number>[];

function cycles({ committed, final }: History): string[] {
  const writer = new Map<number, number>();
  for (const [id, { steps }] of committed.entries())
    for (const step of steps) if ('append' in step) writer.set(step.append, id);
  const depends: Edges = committed.map(() => new Set<number>());
  const precedes: Edges = committed.map(() => new Set<number>());
  const add = (edges: Edges, from: number | undefined, to: number | undefined) => {
    if (from !== undefined && to !== undefined && from !== to) edges[from]?.add(to);
  };
  for (const list of final.values())
    for (const [i, value] of list.entries()) add(depends, writer.get(list[i - 1] as number), writer.get(value));
  for (const [id, { steps, begun }] of committed.entries()) {
    const own = new Set(steps.flatMap((step) => ('append' in step ? [step.append] : [])));
    for (const [other, { ended }] of committed.entries()) if (ended < begun) add(depends, other, id);
    for (const step of steps) {
      if (!('read' in step)) continue;
      const others = step.read.filter((value) => !own.has(value));
      add(depends, writer.get(others.at(-1) as number), id);
      add(precedes, id, writer.get(final.get(step.key)?.[others.length] as number));
    }
  }
  const found: string[] = [];
  for (const [id] of committed.entries()) {
    if (reaches(depends, id, id)) found.push(`transaction ${id} depends on itself`);
    for (const next of precedes[id] ?? [])
      if (reaches(depends, next, id)) found.push(`transaction ${id} read what was before ${next}, on which it depends`);
  }
  return found;
}

function reaches(edges: Edges, from: number, to: number): boolean {
  const waiting = [...(edges[from] ?? [])];
  const seen = new Set(waiting);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === to) return true;
    for (const next of edges[at] ?? []) {
      if (seen.has(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  }
  return false;
}
