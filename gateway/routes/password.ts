import { z } from 'zod';
import { RequestResetRequest, ResetPasswordRequest } from '#proto/identity/v1/contract.ts';
import { plain, text } from '../answers.ts';
import { json } from '../bodies.ts';
import { asset } from '../reset-password/asset.ts';
import { type Route, route } from '../route.ts';

const tag = 'Authentication';
const role = 'public';

/** It runs its own script and style, asks this gateway alone, and nothing keeps it or learns where it was opened from. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};
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
  file('/reset-password', 'getResetPasswordPage', 'text/html; charset=utf-8', asset('page.html')),
  file('/reset-password/page.css', 'getResetPasswordStyle', 'text/css; charset=utf-8', asset('page.css')),
  file('/reset-password/page.js', 'getResetPasswordScript', 'text/javascript; charset=utf-8', asset('page.js')),
];

function file(path: string, operationId: string, contentType: string, content: Buffer): Route {
  return route({
    method: 'GET',
    path,
    operationId,
    tag,
    summary: 'A part of the page that mailed links open',
    role,
    answer: text(contentType, PAGE_HEADERS),
    handle: () => content,
  });
}
