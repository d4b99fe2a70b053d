import { randomUUID } from 'node:crypto';
import type { Principal } from '#chassis/context.ts';
import { AppError } from '#chassis/errors.ts';
import { User } from '#proto/identity/v1/contract.ts';
import type { Caller } from './auth.ts';
import type { Services } from './clients.ts';
import { fromWire } from './from-wire.ts';

/** Who a user is in an org that its token does not name; undefined when it has no place there. */
export type FindPlace = (caller: Caller, orgId: string) => Promise<Principal | undefined>;

const publicUser = fromWire(User);
/** The form of every org's id; nothing else is worth a question. */
const ORG_ID = /^[0-9a-f]{24}$/;

/** Asks identity: a place may be younger than the token (decisions 1: Org). */
export function placeFinder({ auth }: Pick<Services, 'auth'>): FindPlace {
  return async ({ id, principal }, orgId) => {
    if (!ORG_ID.test(orgId)) return undefined;
    const call = { context: { requestId: randomUUID(), principal } };
    const found = await auth.getUser({ id, org_id: orgId }, call).catch(undefinedIfNotFound);
    if (!found) return undefined;
    const { role, client_id: clientId } = publicUser(found);
    const { clientId: _, ...caller } = principal;
    return { ...caller, orgId, role, ...(clientId !== null && { clientId }) };
  };
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined;
  throw error;
}
