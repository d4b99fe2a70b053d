import { isUnproven, type Membership, type Role, type User } from './user.ts';

/** A user with the active memberships that it can act from, the first accepted first. */
export interface Account {
  user: User;
  memberships: (Membership & { orgName: string })[];
}

/** The account as seen from one of its orgs, in the wire's form; undefined when it has no active membership there. */
export function accountFrom(account: Account, orgId: string): AccountView | undefined {
  const here = account.memberships.find((membership) => membership.orgId === orgId);
  if (!here) return undefined;
  return {
    id: account.user.id,
    email: account.user.email,
    role: here.role,
    org_id: here.orgId,
    client_id: here.clientId,
    orgs: account.memberships.map(viewOf),
    user_metadata: JSON.stringify(here.metadata),
  };
}
export type AccountView = ReturnType<typeof accountWithoutOrg>;

/**
 * The org that a user acts from who names none: the first that it accepted. What others made it a member of counts only until
 * it has proven to own the mailbox: else what it creates would land with them (decisions 3: Memberships).
 */
export function defaultOrgOf({ user, memberships }: Account): string | undefined {
  return memberships.find(({ accepted }) => accepted || isUnproven(user))?.orgId;
}

/** The account of a user who acts from no org; it may have some meanwhile. */
export function accountWithoutOrg({ user, memberships }: Account) {
  return {
    id: user.id,
    email: user.email,
    role: '' as Role | '',
    org_id: '',
    client_id: null as string | null,
    orgs: memberships.map(viewOf),
    user_metadata: '{}',
  };
}

const viewOf = ({ orgId, orgName, role, clientId }: Account['memberships'][number]) => ({
  id: orgId,
  name: orgName,
  role,
  client_id: clientId,
});

/** The account as an admin of the org may see it: without the orgs that are not the admin's. */
export function accountWithin(account: Account, orgId: string) {
  const memberships = account.memberships.filter((membership) => membership.orgId === orgId);
  return accountFrom({ ...account, memberships }, orgId);
}
