import { refusalOf as accessRefusal } from '#chassis/access.ts';
import type { Principal } from '#chassis/context.ts';
import type { Route } from './route.ts';

/** Why `principal` may not use `route`; undefined when it may. Records of others, and their states, are not looked at. */
export function refusalOf(route: Route, principal: Principal): string | undefined {
  const { role, scope, keys } = route;
  return role === 'public' ? undefined : accessRefusal({ role, scope, keys }, principal);
}

/** Whether there are API keys that may use `route`. */
export const isOpenToKeys = ({ keys, scope }: Route): boolean => keys === 'any' || scope !== undefined;
