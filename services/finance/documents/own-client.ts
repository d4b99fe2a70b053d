import type { Principal } from '#chassis/rpc/context.ts';

/** The filter for callers of role client: they read only documents of their own client (interface: Roles). */
export const ownClient = ({ role, clientId }: Principal): { clientId?: string } =>
  role === 'client' ? { clientId: clientId ?? '' } : {};
