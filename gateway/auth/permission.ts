import { refusalOf as accessRefusal } from '#chassis/rpc/access.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import type { Route } from '../routing/route.ts';

const NO_ORG =
  'the caller has accepted no org yet; accept an invitation by the link that was mailed with it, or name an org of yours in X-Org-Id';

/** Why `principal` may not use `route`; undefined when it may. Records of others, and their states, are not looked at. */
export function refusalOf(route: Route, principal: Principal): string | undefined {
  const { role, scope, keys } = route;
  if (role === 'public') return undefined;
  if (principal.orgId === '') return route.withoutOrg ? undefined : NO_ORG;
  return accessRefusal({ role, scope, keys }, principal);
}

/** Whether there are API keys that may use `route`. */
export const isOpenToKeys = ({ keys, scope }: Route): boolean => keys === 'any' || scope !== undefined;
