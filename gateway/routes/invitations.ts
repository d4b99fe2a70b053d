import { z } from 'zod';
import { AcceptInvitationRequest } from '#proto/identity/v1/contract.ts';
import { mailedLinkPage } from '../pages/mailed-link/page.ts';
import { page } from '../pages/page.ts';
import { json } from '../payload/bodies.ts';
import { plain } from '../routing/answers.ts';
import { type Route, route } from '../routing/route.ts';

const tag = 'Authentication';

const Message = z.strictObject({ message: z.string().describe('Text for people that confirms the operation.') });

export const invitationRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/auth/accept-invitation',
    operationId: 'acceptInvitation',
    tag,
    summary: 'Accept an invitation with a mailed link',
    description:
      'Makes the user a member of the org that the mail names. The link works once, within 7 days. A user without a password of its own must send one. It is set, and all sessions of the user end. A password that somebody else has set does not count as its own.',
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
  page({
    path: '/accept-invitation',
    operationId: 'getAcceptInvitationPage',
    tag,
    summary: 'The page to which invitation links lead',
    description:
      'The page asks for the name, which may stay empty, and for a password if one is needed. The page accepts the invitation.',
    ...mailedLinkPage({
      title: 'Accept the invitation',
      lead: 'The organisation that the mail names will be among yours. Its admins see your email and what you do there.',
      path: '/api/v1/auth/accept-invitation',
      button: 'Accept',
      note: 'If you do not know the organisation, close this page: nothing happens.',
      done: 'You have joined',
      nameNote: 'Colleagues see this name. Leave it empty to keep the one that the invitation has.',
      passwordReason: 'You have no password of your own yet. Choose one to log in with.',
      otherwise: {
        title: 'This link is no good',
        reason: 'Open the link of the mail as it is. Its end is missing here.',
      },
    }),
  }),
];
