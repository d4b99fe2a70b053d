import type { Principal } from '#chassis/rpc/context.ts';

/** interface: Roles. A client caller reads its own client's documents. */
export const ownClient = ({ role, clientId }: Principal): { clientId?: string } =>
  role === 'client' ? { clientId: clientId ?? '' } : {};
