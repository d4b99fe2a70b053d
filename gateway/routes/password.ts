import { z } from 'zod';
import { RequestResetRequest, ResetPasswordRequest } from '#proto/identity/v1/contract.ts';
import { plain } from '../answers.ts';
import { json } from '../bodies.ts';
import { pageFile } from '../page-file.ts';
import { asset } from '../reset-password/asset.ts';
import { type Route, route } from '../route.ts';

const tag = 'Authentication';
const role = 'public';
/** It asks this gateway to set the password. */
const sources = " connect-src 'self';";

const Message = z.strictObject({ message: z.string() });
const answer = plain(Message, { 'Cache-Control': 'no-store' });

export const passwordRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/auth/reset-password-request',
    operationId: 'requestPasswordReset',
    tag,
    summary: 'Ask for a link to set a password',
    description:
      'Mails a link to the owner of the email, if there is one: it works once and for 30 minutes, and replaces earlier ones. At most one mail a minute goes to an email. The answer is the same for every email.',
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
    description: 'Uses the link up, and ends all sessions of the user. Common passwords are refused.',
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
  pageFile({
    path: '/reset-password',
    operationId: 'getResetPasswordPage',
    tag,
    summary: 'The page that mailed links open',
    contentType: 'text/html',
    content: asset('page.html'),
    sources,
  }),
];

/** What the page, and that of invitations, load; no operations of the API. */
export const passwordPageFiles: Route[] = [
  pageFile({
    path: '/reset-password/page.css',
    operationId: 'getResetPasswordStyle',
    tag,
    summary: 'Its style',
    contentType: 'text/css',
    content: asset('page.css'),
    sources,
  }),
  pageFile({
    path: '/reset-password/page.js',
    operationId: 'getResetPasswordScript',
    tag,
    summary: 'Its script',
    contentType: 'text/javascript',
    content: asset('page.js'),
    sources,
  }),
  pageFile({
    path: '/reset-password/form.js',
    operationId: 'getMailedLinkFormScript',
    tag,
    summary: 'Its forms',
    contentType: 'text/javascript',
    content: asset('form.js'),
    sources,
  }),
];
