import { isDuplicateKey } from '#chassis/mongo/transaction.ts';

/**
 * Runs a write that creates a user if it does not exist. Runs it again if another write has created the user in the
 * meantime.
 */
export async function retryWhenCreated<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return write();
    throw error;
  }
}
