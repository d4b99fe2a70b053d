import { z } from 'zod';
import { RequestResetRequest, ResetPasswordRequest } from '#proto/identity/v1/contract.ts';
import { mailedLinkPage } from '../pages/mailed-link/page.ts';
import { page } from '../pages/page.ts';
import { json } from '../payload/bodies.ts';
import { plain } from '../routing/answers.ts';
import { type Route, route } from '../routing/route.ts';

const tag = 'Authentication';
const role = 'public';

const Message = z.strictObject({ message: z.string().describe('Text for people that confirms the operation.') });
const answer = plain(Message, { 'Cache-Control': 'no-store' });

export const passwordRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/auth/reset-password-request',
    operationId: 'requestPasswordReset',
    tag,
    summary: 'Request a link to set a password',
    description:
      'Sends a link to the email, if a user has it. The link works once, within 30 minutes, and replaces earlier links. An email gets at most one mail a minute. The answer is the same for every email.',
    role,
    idempotent: false,
    body: json(RequestResetRequest),
    answer,
    async handle({ passwords }, { body, call }) {
      await passwords.requestReset(body, call);
      return { message: 'If there is an account with this email, a link to set a new password is on its way to it.' };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/auth/reset-password',
    operationId: 'resetPassword',
    tag,
    summary: 'Set a password with a mailed link',
    description:
      'Sets the password. The link then no longer works, and all sessions of the user end. Common passwords are refused.',
    role,
    idempotent: false,
    refusals: ['rate_limited'],
    body: json(ResetPasswordRequest),
    answer,
    async handle({ passwords }, { body, call }) {
      await passwords.resetPassword(body, call);
      return { message: 'The password is set. All sessions have ended; log in with the new password.' };
    },
  }),
  page({
    path: '/reset-password',
    operationId: 'getResetPasswordPage',
    tag,
    summary: 'The page to which the links in mails lead',
    description: 'The page asks for the new password, and sets it.',
    ...mailedLinkPage({
      title: 'Set your password',
      path: '/api/v1/auth/reset-password',
      button: 'Set password',
      note: 'You will be logged out everywhere.',
      done: 'Your password is set',
      otherwise: { title: 'Get a link to set your password', reason: '', asksForLink: true },
    }),
  }),
];
