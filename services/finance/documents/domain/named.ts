import { type AppError, hasCode, invalidField } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';

/** For each field that names a record: the operation that creates such a record. Messages show it. */
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

/**
 * The record that a field of a line names, among the found records. Faults: the field names a record that does not
 * exist.
 */
export function named<Name extends Field, Value>(
  found: ReadonlyMap<string, Value>,
  line: { [Field in Name]?: string | undefined },
  field: Name,
  faults: Faults,
): Value | undefined {
  const key: string | undefined = line[field];
  const value = key === undefined ? undefined : found.get(key);
  if (key !== undefined && !value) faults.add([field], `no record has this id; ${CREATES[field]}`, key);
  return value;
}

interface OrderedLine {
  id?: string | undefined;
  salesOrderLineItemId?: string | null | undefined;
}

/**
 * Returns a function that finds the order line of each line of a document. Call it for the lines in their order. A line
 * that is unchanged since `before` may name an order line that no longer exists, so that callers can send back a
 * document that they have read (decisions 1: Body fields). Faults: an order line that does not exist.
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
    // If two lines have the same id, the second one is a new line.
    kept.delete(id);
    if (isUnchanged && !orderLines.has(key)) return { id: key };
    return named(orderLines, line, 'salesOrderLineItemId', faults);
  };
}

/** The distinct values of a field in the lines. */
export const keysOf = <Name extends Field>(lines: readonly { [Field in Name]?: string }[], field: Name): string[] => [
  ...new Set(lines.flatMap((line) => line[field] ?? [])),
];

/** The record that a field of the document itself names. Errors: validation_failed if the record does not exist. */
export function requireReferenced<Value>(found: Value | undefined, kind: 'client' | 'supplier', key: string): Value {
  if (found) return found;
  const field = `${kind}Id` as const;
  throw invalidField(['body', field], `no ${kind} has this id; ${CREATES[field]}`, key);
}

/** Awaits the load of a record that a body names. Errors: `refusal` instead of not_found; other errors of `loading`. */
export const requireLoaded = <Value>(loading: Promise<Value>, refusal: () => AppError): Promise<Value> =>
  loading.catch((error: unknown) => {
    throw hasCode(error, 'not_found') ? refusal() : error;
  });
