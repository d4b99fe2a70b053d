import type { CallContext } from '#chassis/rpc/context.ts';

/** Nobody asks for it: the service ends what it has begun, or follows what others tell. */
export const ownContext = (orgId: string): CallContext => ({
  requestId: crypto.randomUUID(),
  principal: { kind: 'user', id: 'product', orgId, role: 'staff' },
});
