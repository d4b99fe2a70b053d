import { type AppError, hasCode, invalidField } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';

/** The operations that create records which documents name, by the field that names them. */
const CREATES = {
  clientId: 'POST /api/v1/clients creates one',
  supplierId: 'POST /api/v1/suppliers creates one',
  styleId: 'POST /api/v1/styles creates one',
  skuId: 'the colors and sizes of a style make them',
  bomId: 'POST /api/v1/bom creates one',
  materialId: 'POST /api/v1/materials creates one',
  managementAccountId: 'POST /api/v1/management-accounts creates one',
  salesOrderLineItemId: 'GET /api/v1/orders/{id} shows the lines of the order',
} as const;

type Field = keyof typeof CREATES;

/** The record that the field of a line names, among those that were found. Faults: there is none. */
export function named<Name extends Field, Value>(
  found: ReadonlyMap<string, Value>,
  line: { [Field in Name]?: string | undefined },
  field: Name,
  faults: Faults,
): Value | undefined {
  const key: string | undefined = line[field];
  const value = key === undefined ? undefined : found.get(key);
  if (key !== undefined && !value) faults.add([field], `there is none of this id; ${CREATES[field]}`, key);
  return value;
}

interface OrderedLine {
  id?: string | undefined;
  salesOrderLineItemId?: string | null | undefined;
}

/**
 * Finds what the lines of a document name of their order, one after the other. A line that stays as it is in `before` may
 * name what the order has lost since: what was read can be sent back (decisions 1: Body fields). Faults: there is none.
 */
export function orderLineFinder<Line extends { id: string }>(
  ordered: readonly Line[],
  before: readonly OrderedLine[] = [],
): (
  line: OrderedLine & { salesOrderLineItemId?: string | undefined },
  faults: Faults,
) => Line | Pick<Line, 'id'> | undefined {
  const orderLines = new Map(ordered.map((line) => [line.id, line]));
  const kept = new Map(before.map(({ id, salesOrderLineItemId }) => [id, salesOrderLineItemId]));
  return (line, faults) => {
    const { id, salesOrderLineItemId: key } = line;
    const isUnchanged = id !== undefined && key !== undefined && kept.get(id) === key;
    // A second line of its id is a new one.
    kept.delete(id);
    if (isUnchanged && !orderLines.has(key)) return { id: key };
    return named(orderLines, line, 'salesOrderLineItemId', faults);
  };
}

/** The keys that the lines have in a field, each once. */
export const keysOf = <Name extends Field>(lines: readonly { [Field in Name]?: string }[], field: Name): string[] => [
  ...new Set(lines.flatMap((line) => line[field] ?? [])),
];

/** The record that a document itself names. Errors: validation_failed when there is none. */
export function requireNamed<Value>(found: Value | undefined, kind: 'client' | 'supplier', key: string): Value {
  if (found) return found;
  const field = `${kind}Id` as const;
  throw invalidField(['body', field], `no ${kind} has this id; ${CREATES[field]}`, key);
}

/** A record that a body names, as a transaction loads it. Errors: the refusal if there is none; those of the loading. */
export const requireLoaded = <Value>(loading: Promise<Value>, refusal: () => AppError): Promise<Value> =>
  loading.catch((error: unknown) => {
    throw hasCode(error, 'not_found') ? refusal() : error;
  });
