import { ChangePasswordRequest, Goodbye } from '#proto/identity/v1/contract.ts';
import { json } from '../payload/bodies.ts';
import { plain } from '../routing/answers.ts';
import { type Route, route } from '../routing/route.ts';

const tag = 'Authentication';
const answer = plain(Goodbye, { 'Cache-Control': 'no-store' });

/**
 * Only for users. Neither route takes an Idempotency-Key: after the first call, the credential for a second one is
 * refused.
 */
export const sessionRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/auth/logout',
    operationId: 'logout',
    tag,
    summary: 'Log out',
    description:
      'Ends the session of the token. All gateways refuse the token within 5 seconds. Other sessions do not end.',
    role: 'client',
    withoutOrg: true,
    idempotent: false,
    answer,
    async handle({ sessions }, { call }) {
      await sessions.logout({}, call);
      return { message: 'Logged out.' };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/auth/change-password',
    operationId: 'changePassword',
    tag,
    summary: 'Change the password',
    description:
      'Changes the password and ends all sessions of the user, also this one: log in again. A wrong current password counts as a failed login. Common passwords are refused.',
    role: 'client',
    withoutOrg: true,
    idempotent: false,
    refusals: ['rate_limited'],
    body: json(ChangePasswordRequest),
    answer,
    async handle({ sessions }, { body, call }) {
      await sessions.changePassword(body, call);
      return { message: 'The password is changed. All sessions have ended; log in again.' };
    },
  }),
];
