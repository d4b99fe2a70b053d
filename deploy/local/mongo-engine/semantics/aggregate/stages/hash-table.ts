import type { Document } from 'bson';
import { PAUSE, type Steps } from '../../../scheduling/scheduler.ts';
import { valueKey } from '../../../values/value-key.ts';
import { compileReach } from '../../match/reach.ts';
import { collected, type Documents, type JoinTable, type Run } from './stage.ts';

/** Each document is read once, however many look for it. */
export class HashTable implements JoinTable {
  private readonly byKey = new Map<string, number[]>();
  private readonly documents: Document[];

  private constructor(documents: Document[]) {
    this.documents = documents;
  }

  static *read(documents: Documents, path: string, { budget }: Run): Steps<JoinTable> {
    const table = new HashTable(yield* collected(documents, (document) => budget.whole.hold(document)));
    const reach = compileReach(path, false);
    for (const [i, document] of table.documents.entries()) {
      if (budget.check()) yield PAUSE;
      // What an equality would be put to, of which none holds: all of it. It takes null for what is missing.
      reach(document, (value) => {
        table.add(valueKey(value ?? null), i);
        return false;
      });
    }
    return table;
  }

  find(values: unknown[]): Document[] {
    const found = new Set<number>();
    for (const key of new Set(values.map(valueKey))) for (const i of this.byKey.get(key) ?? []) found.add(i);
    return [...found].sort((a, b) => a - b).map((i) => this.documents[i] as Document);
  }

  private add(key: string, document: number): void {
    const known = this.byKey.get(key);
    if (known === undefined) this.byKey.set(key, [document]);
    else if (known.at(-1) !== document) known.push(document);
  }
}
