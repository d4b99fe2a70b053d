/** Every event that the system tells about (decisions 5: Event names). */
const verbs: Record<string, readonly string[]> = {
  client: ['created', 'updated', 'archived', 'restored', 'deleted'],
  supplier: ['created', 'updated', 'archived', 'restored', 'deleted'],
  style: ['created', 'updated', 'archived', 'restored', 'deleted'],
  material: ['created', 'updated', 'archived', 'restored', 'deleted'],
  management_account: ['created', 'updated', 'archived', 'restored', 'deleted', 'activated', 'deactivated'],
  bom: ['created', 'version_created', 'updated', 'submitted', 'approved', 'rejected', 'deleted'],
  order: ['created', 'updated', 'confirmed', 'started', 'shipped', 'completed', 'cancelled', 'deleted'],
  invoice: ['created', 'updated', 'issued', 'paid', 'payment_removed', 'overdue', 'cancelled', 'deleted'],
  delivery_note: ['created', 'updated', 'ready', 'shipped', 'delivered', 'cancelled', 'deleted'],
  purchase_order: ['created', 'updated', 'approved', 'issued', 'received', 'closed', 'cancelled', 'deleted'],
  bank_statement: ['created', 'updated', 'line_matched', 'line_unmatched', 'line_ignored', 'deleted'],
  exchange_rates: ['updated'],
  api_key: ['created', 'rotated', 'revoked'],
  user: ['created', 'updated', 'deleted'],
  org: ['created', 'updated'],
  webhook: ['created', 'updated', 'deleted', 'test', 'disabled'],
};

export const eventTypes: readonly string[] = Object.entries(verbs).flatMap(([resource, past]) =>
  past.map((verb) => `${resource}.${verb}`),
);

const subscriptions = new Set(['*', ...Object.keys(verbs).map((resource) => `${resource}.*`), ...eventTypes]);

/** A subscription is an event name, `<resource>.*` or `*` (decisions 5: Event names). */
export function isSubscription(name: string): boolean {
  return subscriptions.has(name);
}

/** Whether any of the subscriptions covers the event. */
export function covers(subscribed: readonly string[], type: string): boolean {
  const resource = `${type.slice(0, type.indexOf('.'))}.*`;
  return subscribed.some((name) => name === '*' || name === type || name === resource);
}
