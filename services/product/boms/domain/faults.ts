import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';

/** More faults than this in one body help nobody. */
const MAX_FAULTS = 100;

/** Collects what is wrong with a body, each fault at its field (decisions 1: 422). */
export class Faults {
  readonly #at: string[];
  readonly #issues: FieldIssue[];

  constructor(at: string[] = ['body'], issues: FieldIssue[] = []) {
    this.#at = at;
    this.#issues = issues;
  }

  add(field: string[], error: string, input: unknown): void {
    if (this.#issues.length >= MAX_FAULTS) return;
    const loc = [...this.#at, ...field];
    this.#issues.push({ type: 'value_error', loc, msg: `Value error, ${error}`, input, ctx: { error } });
  }

  /** The same collection, seen from a field further in. */
  within(...field: string[]): Faults {
    return new Faults([...this.#at, ...field], this.#issues);
  }

  /** Errors: validation_failed when there are any. */
  throwIfAny(): void {
    if (this.#issues.length > 0) throw new AppError('validation_failed', 'Validation failed', { issues: this.#issues });
  }
}
