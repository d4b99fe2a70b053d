import { AppError, type FieldIssue, faultOf, MAX_ISSUES } from './errors.ts';

/** Collects the faults of a body, each with its field (decisions 1: 422). */
export class Faults {
  readonly #at: string[];
  readonly #issues: FieldIssue[];

  constructor(at: string[] = ['body'], issues: FieldIssue[] = []) {
    this.#at = at;
    this.#issues = issues;
  }

  add(field: string[], error: string, input: unknown): void {
    if (this.#issues.length >= MAX_ISSUES) return;
    this.#issues.push(faultOf([...this.#at, ...field], error, input));
  }

  /** The same collection, for faults inside `field`. */
  within(...field: string[]): Faults {
    return new Faults([...this.#at, ...field], this.#issues);
  }

  /** Errors: validation_failed when there are any. */
  throwIfAny(): void {
    if (this.#issues.length > 0) throw new AppError('validation_failed', 'Validation failed', { issues: this.#issues });
  }
}
