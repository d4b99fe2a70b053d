import type { Budget } from '../../scheduling/budget.ts';

/** What an expression is evaluated against: the document, the time of the command (`$$NOW`) and the variables in sight. */
export interface Scope {
  root: unknown;
  now: Date;
  variables: Readonly<Record<string, unknown>>;
  budget: Budget;
}

/** `undefined` is a missing value. */
export type Expression = (scope: Scope) => unknown;

export type Compile = (expression: unknown) => Expression;

/** What all documents of a command are evaluated with. */
export type Environment = Omit<Scope, 'root'>;
