import type { CallContext } from '#chassis/rpc/context.ts';

/** The context of a call without a user: the service finishes its own work, or follows events. */
export const ownContext = (orgId: string): CallContext => ({
  requestId: crypto.randomUUID(),
  principal: { kind: 'user', id: 'product', orgId, role: 'staff' },
});
