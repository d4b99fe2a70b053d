import { z } from 'zod';
import { email, text } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { RequestResetRequest as RequestResetMessage } from '../../gen/identity/v1/RequestResetRequest.ts';
import type { ResetPasswordRequest as ResetPasswordMessage } from '../../gen/identity/v1/ResetPasswordRequest.ts';

/** A new password (decisions 3: Login). The service refuses common passwords. */
export const NewPassword = text({ min: 12, max: 256 }).describe('New password. Common passwords are refused.');

/** The body of POST /api/v1/auth/reset-password-request. */
export const RequestResetRequest = z
  .strictObject({
    email: email({ max: 320 }).describe('Email address of the user who wants a new password.'),
  })
  .meta({ examples: [{ email: 'ana.reis@example.com' }] });
export type RequestResetRequest = z.output<typeof RequestResetRequest>;

/** The body of POST /api/v1/auth/reset-password. */
export const ResetPasswordRequest = z
  .strictObject({
    token: text({ max: 255 }).describe('Token from the mailed link: the part after `#`.'),
    password: NewPassword,
  })
  .meta({ examples: [{ token: '{mailed_token}', password: 'seven grey herons at noon' }] });
export type ResetPasswordRequest = z.output<typeof ResetPasswordRequest>;

export type PasswordPins = Agree<
  [Pinned<RequestResetRequest, RequestResetMessage>, Pinned<ResetPasswordRequest, ResetPasswordMessage>]
>;
