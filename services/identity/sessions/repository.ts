import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { EMAIL_LIMIT, EMAIL_WINDOW_MS, type Failures, type Noted } from './domain/lockout.ts';

interface StoredFailure {
  _id: string;
  /** Keyed hashes: who tried what from where is not kept in the clear. */
  pair: string;
  email: string;
  at: Date;
  /** Its outcome is not known yet. */
  isOpen?: boolean;
  /** The lock that this failure brought about is in the audit log. */
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
// Not by org: who fails to log in belongs to none yet.
failureSchema.index({ pair: 1, at: -1 });
failureSchema.index({ email: 1, at: -1 });
failureSchema.index({ at: 1 }, { expireAfterSeconds: EMAIL_WINDOW_MS / 1000 });

/** Guesses of one email are noted one after the other: two of them collide here. */
interface Guard {
  /** The email's hash. */
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

/** A guess: the email, and the caller's network address. */
export interface GuessedAt {
  email: string;
  address: string;
  at: Date;
}

export interface FailureRepository {
  /**
   * The last failures of the pair, up to `limit`, and of the email, up to EMAIL_LIMIT, with the guesses whose outcome is not known.
   * `session`: of the transaction that notes the next guess; no other is noted meanwhile.
   */
  recent(guess: GuessedAt, limit: number, session?: ClientSession): Promise<Failures>;
  /** Notes a guess whose outcome is not known; returns its id. */
  open(guess: GuessedAt, session: ClientSession): Promise<string>;
  /** It has failed. */
  fail(id: string, guess: GuessedAt, session: ClientSession): Promise<void>;
  /** Removes one whose outcome is unknown. */
  withdraw(id: string): Promise<void>;
  /** Whether the last failure, of the pair or of the email, is noted to be a lock. */
  isLockNoted(of: keyof Failures, email: string, address: string): Promise<boolean>;
  /** Notes it. False when that was noted before. */
  noteLock(of: keyof Failures, email: string, address: string, session: ClientSession): Promise<boolean>;
  /** Forgets the pair's failures, also among the email's. */
  clear(email: string, address: string): Promise<void>;
  /** Forgets the failures of an email from anywhere. */
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

  /** Twice as many as the limit: guesses whose outcome is not known hide no failure. */
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
      // Reads come one after the other: a session takes one call at a time.
      const pair = await ofPair();
      return { pair, email: await ofEmail() };
    },
    async open(guess, session) {
      const id = newId();
      await insertOne(failures, { _id: id, ...noted(guess), isOpen: true }, session);
      return id;
    },
    async fail(id, guess, session) {
      // A right password from the same address may have removed it.
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
