import { z } from 'zod';
import { AcceptInvitationRequest } from '#proto/identity/v1/contract.ts';
import { asset } from '../accept-invitation/asset.ts';
import { plain } from '../answers.ts';
import { json } from '../bodies.ts';
import { pageFile } from '../page-file.ts';
import { type Route, route } from '../route.ts';

const tag = 'Authentication';
/** It asks this gateway to accept. */
const sources = " connect-src 'self';";

const Message = z.strictObject({ message: z.string() });

export const invitationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/auth/accept-invitation',
    operationId: 'acceptInvitation',
    tag,
    summary: 'Accept an invitation with a mailed link',
    description:
      'Makes the caller a member of the org that the mail names, and uses the link up, which is good for 7 days. Who has no password of its own sends one: it is set, and all sessions end. A password that somebody else has chosen is not its own.',
    role: 'public',
    idempotent: false,
    refusals: ['rate_limited'],
    body: json(AcceptInvitationRequest),
    answer: plain(Message, { 'Cache-Control': 'no-store' }),
    async handle({ invitations }, { body, call }) {
      const { org_name, password_set } = await invitations.acceptInvitation(body, call);
      const login = password_set ? 'Log in with the new password.' : 'Your password stays what it is.';
      return { message: `You have joined ${org_name}. ${login}` };
    },
  }),
  pageFile({
    path: '/accept-invitation',
    operationId: 'getAcceptInvitationPage',
    tag,
    summary: 'The page that links of invitations open',
    contentType: 'text/html',
    content: asset('page.html'),
    sources,
  }),
];

/** What the page loads; no operation of the API. */
export const invitationPageFiles: Route[] = [
  pageFile({
    path: '/accept-invitation/page.js',
    operationId: 'getAcceptInvitationScript',
    tag,
    summary: 'Its script',
    contentType: 'text/javascript',
    content: asset('page.js'),
    sources,
  }),
];
