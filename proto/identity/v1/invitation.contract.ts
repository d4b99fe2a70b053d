import { z } from 'zod';
import { text } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { AcceptInvitationRequest as AcceptInvitationMessage } from '../../gen/identity/v1/AcceptInvitationRequest.ts';
import { NewPassword } from './password.contract.ts';

/** The body of POST /api/v1/auth/accept-invitation. */
export const AcceptInvitationRequest = z
  .strictObject({
    token: text({ max: 255 }).describe('Token from the mailed link: the part after `#`.'),
    password: NewPassword.exactOptional().describe(
      'New password. Required if the user has not chosen a password yet (else 422 `missing`); otherwise ignored.',
    ),
    name: text({ min: 1 })
      .exactOptional()
      .describe('Name of the user in the org. If it is absent, the name of the invitation stays.'),
  })
  .meta({ examples: [{ token: '{mailed_token}', password: 'seven grey herons at noon', name: 'Ana Reis' }] });
export type AcceptInvitationRequest = z.output<typeof AcceptInvitationRequest>;

export type InvitationPins = Agree<[Pinned<AcceptInvitationRequest, AcceptInvitationMessage>]>;
