import { isDuplicateKey } from '#chassis/mongo/transaction.ts';

/** Runs a write that looks for a user and makes it where there is none; once more when somebody else made it meanwhile. */
export async function retryWhenCreated<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return write();
    throw error;
  }
}
