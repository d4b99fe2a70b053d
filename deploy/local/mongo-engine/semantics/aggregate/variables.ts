/** How many of those around what is compiled now declare each variable. */
const declared = new Map<string, number>();
let depth = 0;

/** Compiles what may refer to these variables too, in time that does not depend on how many others there are. */
export function declaring<T>(names: readonly string[], compile: () => T): T {
  depth++;
  for (const name of names) count(name, 1);
  try {
    return compile();
  } finally {
    for (const name of names) count(name, -1);
    // One by one V8 would copy a large map with every other removal.
    if (--depth === 0) declared.clear();
  }
}

const count = (name: string, change: number): unknown => declared.set(name, (declared.get(name) ?? 0) + change);

export const isDeclared = (name: string): boolean => (declared.get(name) ?? 0) > 0;
