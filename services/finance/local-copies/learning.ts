import type { Call } from '#chassis/rpc/context.ts';
import { type CopyKind, skusIn } from './domain/copy.ts';
import { misses } from './metrics.ts';
import { type Answer, answersTo, type Known, type Owner } from './owner.ts';
import type { CopyRepository } from './repository.ts';

/** The kind of records that keys name. For SKUs, product returns their styles. */
export type Question = CopyKind | 'sku';

/** Reads unknown records from product and stores them as copies. Returns the keys under which product has a record. */
export type Learn = (question: Question, keys: readonly string[], call: Call) => Promise<Set<string>>;

/**
 * Milliseconds that are left for the reply. The rpc to product ends this much before the caller's deadline, so that the
 * caller gets an error about product instead of a timeout of finance.
 */
const REPLY_MARGIN = 250;

/** Reads copies from product. If several callers ask for the same key at the same time, product is asked once. */
export function learning(owner: Owner, copies: Pick<CopyRepository, 'apply'>): Learn {
  const open = new Map<string, Promise<Set<string>>>();

  /** Each reply is stored before the next request, so that few records are in memory at the same time. */
  async function ask(question: Question, keys: readonly string[], call: Call): Promise<Set<string>> {
    misses.labels(question).inc(keys.length);
    const { context, traceparent } = call;
    const options = { context, traceparent, deadline: call.deadline - REPLY_MARGIN };
    const asking = (some: readonly string[]) =>
      question === 'sku' ? owner.stylesOf(some, options) : owner.get(question, some, options);
    const found = new Set<string>();
    for await (const answer of answersTo(keys, asking)) {
      if (answer.snapshots.length > 0) await copies.apply(answer.snapshots, call.deadline);
      for (const key of keysIn(question, answer, keys)) found.add(key);
    }
    return found;
  }

  function lead(question: Question, keys: readonly string[], call: Call): Promise<Set<string>> {
    const asking = ask(question, keys, call);
    const names = keys.map((key) => nameOf(question, key, call));
    for (const name of names) open.set(name, asking);
    const forget = () => {
      for (const name of names) if (open.get(name) === asking) open.delete(name);
    };
    asking.then(forget, forget);
    return asking;
  }

  /**
   * `isSecond`: this call has already waited once for requests of other callers. Requests that are open now began after
   * it.
   */
  async function learn(
    question: Question,
    keys: readonly string[],
    call: Call,
    isSecond = false,
  ): Promise<Set<string>> {
    const others = keys.filter((key) => open.has(nameOf(question, key, call)));
    const own = keys.filter((key) => !open.has(nameOf(question, key, call)));
    const following = others.map((key) => open.get(nameOf(question, key, call)));
    const leading = own.length > 0 ? lead(question, own, call) : new Set<string>();
    const [mine, answers] = await Promise.all([leading, Promise.allSettled(following)]);
    const found = new Set([...mine, ...answers.flatMap(keysOf)]);
    // The request of another caller may have failed by that caller's shorter deadline, or may have begun before the
    // record was created.
    const again = others.filter(
      (key, index) => answers[index]?.status === 'rejected' || (!isSecond && !found.has(key)),
    );
    const late = again.length > 0 ? await learn(question, again, call, true) : [];
    return new Set([...found, ...late]);
  }
  return (question, keys, call) => learn(question, keys, call);
}

const keysOf = (answer: PromiseSettledResult<Set<string> | undefined>) =>
  answer.status === 'fulfilled' ? [...(answer.value ?? [])] : [];

const nameOf = (question: Question, key: string, { principal }: Call) => `${principal.orgId}:${question}:${key}`;

function keysIn(question: Question, { snapshots }: Answer, asked: readonly string[]): string[] {
  const wanted = new Set(asked);
  if (question !== 'sku') return snapshots.flatMap(namesOf).filter((key) => wanted.has(key));
  return snapshots.flatMap(({ copy }) =>
    'skus' in copy && 'documentId' in copy ? skusIn(copy, wanted).map(([key]) => key) : [],
  );
}

const namesOf = ({ copy }: Known) => ('documentId' in copy ? [copy.id, copy.documentId] : [copy.id]);
