import type { Principal } from '#chassis/rpc/context.ts';

/** A caller whose credential is good, and who it is in each of its orgs. */
export interface Caller {
  kind: 'user' | 'key';
  id: string;
  /** In the org that it acts in by default; undefined of a user who had none when it logged in. */
  principal: Principal | undefined;
  /** By org. Of a user: those that the token names, and those joined since that were asked for. */
  principals: Map<string, Principal>;
  /** Of a user. */
  sessionId?: string;
  /** Requests per 60 s, of a key; a user has what all users have. */
  rateLimit?: number;
}

/** A user outside of every org, who may do what is its own alone. */
export function withoutOrg({ kind, id, sessionId }: Caller): Principal {
  return { kind, id, orgId: '', role: 'client', ...(sessionId !== undefined && { sessionId }) };
}
