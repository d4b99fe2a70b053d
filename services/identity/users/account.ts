import type { Membership, User } from './user.ts';

/** A user with the active places that it can act from, the oldest first. */
export interface Account {
  user: User;
  places: (Membership & { orgName: string })[];
}

/** The account as seen from one of its orgs, in the wire's form; undefined when it has no active place there. */
export function accountFrom(account: Account, orgId: string) {
  const here = account.places.find((place) => place.orgId === orgId);
  if (!here) return undefined;
  return {
    id: account.user.id,
    email: account.user.email,
    role: here.role,
    org_id: here.orgId,
    client_id: here.clientId,
    orgs: account.places.map((place) => ({
      id: place.orgId,
      name: place.orgName,
      role: place.role,
      client_id: place.clientId,
    })),
    user_metadata: JSON.stringify(here.metadata),
  };
}
export type AccountView = NonNullable<ReturnType<typeof accountFrom>>;

/** The account as an admin of the org may see it: without the orgs that are not the admin's. */
export function accountWithin(account: Account, orgId: string) {
  const places = account.places.filter((place) => place.orgId === orgId);
  return accountFrom({ ...account, places }, orgId);
}
