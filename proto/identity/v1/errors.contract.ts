/** Codes of errors that only identity raises, with their statuses. `proto/common/v1/errors.contract.ts` lists them with all others. */
export const identityErrors = {
  invalid_credentials: { http: 401, grpc: 'UNAUTHENTICATED' },
} as const;
