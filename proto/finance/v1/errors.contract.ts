/** Codes of errors that only finance raises, with their statuses. `proto/common/v1/errors.contract.ts` lists them with all others. */
export const financeErrors = {
  credit_limit_exceeded: { http: 409, grpc: 'FAILED_PRECONDITION' },
} as const;
