/** The variables that what is compiled now may refer to. */
let declared: ReadonlySet<string> = new Set();

/** Compiles what may refer to these variables too. */
export function declaring<T>(names: readonly string[], compile: () => T): T {
  const outer = declared;
  declared = new Set([...outer, ...names]);
  try {
    return compile();
  } finally {
    declared = outer;
  }
}

export const isDeclared = (name: string): boolean => declared.has(name);
