import { isUnproven, type Membership, type Role, type User } from './user.ts';

/** A user with its usable memberships, accepted ones first. */
export interface Account {
  user: User;
  memberships: (Membership & { orgName: string })[];
}

/**
 * The account as seen from one of its orgs, in the form of messages; undefined if it has no usable membership there.
 */
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
    name: here.name,
  };
}
export type AccountView = ReturnType<typeof accountWithoutOrg>;

/**
 * The org of a request that names no org: the first one that the user has accepted. For a user who has not proven the
 * mailbox, memberships by admins count too. After the proof they do not, because records would be created in an org
 * that the owner did not choose (decisions 3: Memberships).
 */
export function defaultOrgOf({ user, memberships }: Account): string | undefined {
  return memberships.find(({ accepted }) => accepted || isUnproven(user))?.orgId;
}

/** The account of a user who acts in no org. It may have memberships. */
export function accountWithoutOrg({ user, memberships }: Account) {
  return {
    id: user.id,
    email: user.email,
    role: '' as Role | '',
    org_id: '',
    client_id: null as string | null,
    orgs: memberships.map(viewOf),
    user_metadata: '{}',
    name: null as string | null,
  };
}

const viewOf = ({ orgId, orgName, role, clientId }: Account['memberships'][number]) => ({
  id: orgId,
  name: orgName,
  role,
  client_id: clientId,
});

/** The account as an admin of the org sees it: without the other orgs of the user. */
export function accountWithin(account: Account, orgId: string) {
  const memberships = account.memberships.filter((membership) => membership.orgId === orgId);
  return accountFrom({ ...account, memberships }, orgId);
}
