import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { EMAIL_LIMIT, EMAIL_WINDOW_MS, type Failures, type Noted } from './domain/lockout.ts';

interface StoredFailure {
  _id: string;
  /** Keyed hashes, because emails and addresses of attempts must not be stored as plain text. */
  pair: string;
  email: string;
  at: Date;
  /** True while the outcome of the guess is unknown. */
  isOpen?: boolean;
  /** True if the audit log has an entry about the lock that this failure caused. */
  lockNoted?: boolean;
}

const failureSchema = new Schema<StoredFailure>(
  {
    _id: String,
    pair: String,
    email: String,
    at: Date,
    isOpen: Boolean,
    lockNoted: Boolean,
  },
  { collection: 'login_failures', versionKey: false },
);
// The indexes do not begin with orgId, because a caller who is not logged in belongs to no org.
failureSchema.index({ pair: 1, at: -1 });
failureSchema.index({ email: 1, at: -1 });
failureSchema.index({ at: 1 }, { expireAfterSeconds: EMAIL_WINDOW_MS / 1000 });

/** The guard document of an email. Each stored guess writes it, so that two guesses for one email conflict. */
interface Guard {
  /** The hash of the email. */
  _id: string;
  guesses: number;
  at: Date;
}

const guardSchema = new Schema<Guard>(
  { _id: String, guesses: Number, at: Date },
  { collection: 'login_guards', versionKey: false },
);
guardSchema.index({ at: 1 }, { expireAfterSeconds: EMAIL_WINDOW_MS / 1000 });

const LAST = { sort: { at: -1, _id: -1 } } as const;

/** The email and the caller's network address of a guess. */
export interface GuessedAt {
  email: string;
  address: string;
  at: Date;
}

export interface FailureRepository {
  /**
   * The last guesses of the pair and of the email, including those in progress. `limit`: number of failures of the pair
   * that matter. `session`: the transaction that stores the next guess; until it ends, no other guess of the email can
   * be stored.
   */
  recent(guess: GuessedAt, limit: number, session?: ClientSession): Promise<Failures>;
  /** Stores a guess without an outcome. Returns its id. */
  open(guess: GuessedAt, session: ClientSession): Promise<string>;
  /** Marks a guess as failed. */
  fail(id: string, guess: GuessedAt, session: ClientSession): Promise<void>;
  /** Removes a guess whose outcome stays unknown. */
  withdraw(id: string): Promise<void>;
  /** Whether the last failure of the pair, or of the email, is marked as the cause of an audited lock. */
  isLockNoted(of: keyof Failures, email: string, address: string): Promise<boolean>;
  /** Marks the last failure as the cause of an audited lock. Returns false if it was already marked. */
  noteLock(of: keyof Failures, email: string, address: string, session: ClientSession): Promise<boolean>;
  /** Removes the failures of the pair. They no longer count for the email either. */
  clear(email: string, address: string): Promise<void>;
  /** Removes the failures of the email from all addresses. */
  clearAll(email: string, session: ClientSession): Promise<void>;
}

export function failureRepository({ connection, fingerprint }: Store): FailureRepository {
  const failures = modelOf(connection, 'LoginFailure', failureSchema);
  const guards = modelOf(connection, 'LoginGuard', guardSchema);
  const pairKey = (email: string, address: string) => fingerprint(JSON.stringify(['login', email, networkOf(address)]));
  const emailKey = (email: string) => fingerprint(JSON.stringify(['login', email]));

  const filterOf = (of: keyof Failures, email: string, address: string) => ({
    ...(of === 'pair' ? { pair: pairKey(email, address) } : { email: emailKey(email) }),
    isOpen: { $ne: true },
  });

  /** Reads twice as many as `limit`, because guesses in progress must not hide failures. */
  async function last(of: Partial<StoredFailure>, limit: number, session?: ClientSession): Promise<Noted[]> {
    const found = failures
      .find(of)
      .session(session ?? null)
      .select('at isOpen -_id')
      .sort({ at: -1 });
    return (await found.limit(2 * limit).lean()).map(({ at, isOpen = false }) => ({ at, isOpen }));
  }

  const noted = ({ email, address, at }: GuessedAt) => ({
    pair: pairKey(email, address),
    email: emailKey(email),
    at,
  });

  return {
    async recent({ email, address, at }, limit, session) {
      const ofPair = () => last({ pair: pairKey(email, address) }, limit, session);
      const ofEmail = () => last({ email: emailKey(email) }, EMAIL_LIMIT, session);
      if (!session) {
        const [pair, all] = await Promise.all([ofPair(), ofEmail()]);
        return { pair, email: all };
      }
      const guarding = { $inc: { guesses: 1 }, $set: { at } };
      const guarded = guards.updateOne({ _id: emailKey(email) }, guarding, { session, upsert: true });
      await guarded.catch(rethrowLostInsert);
      // The reads run one after the other, because a session runs one operation at a time.
      const pair = await ofPair();
      return { pair, email: await ofEmail() };
    },
    async open(guess, session) {
      const id = newId();
      await insertOne(failures, { _id: id, ...noted(guess), isOpen: true }, session);
      return id;
    },
    async fail(id, guess, session) {
      // A successful login from the same address may have removed the guess. Then it is inserted again.
      await failures.updateOne({ _id: id }, { $set: noted(guess), $unset: { isOpen: 1 } }, { session, upsert: true });
    },
    async withdraw(id) {
      await failures.deleteOne({ _id: id });
    },
    async isLockNoted(of, email, address) {
      const last = await failures.findOne(filterOf(of, email, address), { lockNoted: 1 }, LAST).lean();
      return last?.lockNoted === true;
    },
    async noteLock(of, email, address, session) {
      const noted = { $set: { lockNoted: true } };
      const last = await failures.findOneAndUpdate(filterOf(of, email, address), noted, { ...LAST, session }).lean();
      return last?.lockNoted !== true;
    },
    async clear(email, address) {
      await failures.deleteMany({ pair: pairKey(email, address) });
    },
    async clearAll(email, session) {
      await failures.deleteMany({ email: emailKey(email) }, { session });
    },
  };
}
