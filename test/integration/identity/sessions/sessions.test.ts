import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { AppError } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Call, Principal } from '#chassis/rpc/context.ts';
import type { AccessChanges } from '#proto/gen/identity/v1/AccessChanges.ts';
import type { ListAccessChangesRequest } from '#proto/identity/v1/contract.ts';
import { sessionHandlers } from '../../../../services/identity/sessions/handlers.ts';
import { createUser, joinOrg } from '../../../../services/identity/users/domain/user.ts';
import { aCall, dropDatabase, logIn, newDatabase, openIdentity, openReplica, type Replica } from '../support.ts';

const PASSWORD = 'correct horse battery';
const ADDRESS = '192.0.2.1';
/** Two replicas that share a database. */
const identity = await openIdentity();
const other = await openReplica(identity.store.connection.name);
for (const replica of [identity, other]) await replica.keys.refresh(new Date());
afterAll(() => other.store.close());

interface Person {
  id: string;
  email: string;
  orgId: string;
}

/** Creates a user with a membership in one org. */
async function addPerson(): Promise<Person> {
  const email = `${newId()}@example.com`;
  const passwordHash = await identity.passwords.hash(PASSWORD);
  const input = { email, passwordHash, orgId: newId(), role: 'staff', clientId: null } as const;
  const { user, membership } = createUser(input, new Date(), newId);
  await identity.store.transaction((session) => identity.users.insert(user, membership, session));
  return { id: user.id, email, orgId: input.orgId };
}

/** Adds a membership in another org. */
async function addPlace({ id }: Person): Promise<string> {
  const invited = await identity.users.findById(id);
  if (!invited) throw new Error('There is no such person');
  const place = { orgId: newId(), role: 'staff', clientId: null } as const;
  const { user, membership } = joinOrg(invited, place, new Date(), newId);
  await identity.store.transaction((session) => identity.users.addMembership(user, membership, session));
  return place.orgId;
}

/** Logs in, and returns the id of the new session; undefined if the login is refused. */
async function login(replica: Replica, { email }: Person, password = PASSWORD): Promise<string | undefined> {
  try {
    const { access_token } = await logIn(replica, email, password, { at: new Date() });
    return String(decodeJwt(access_token).sid);
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_credentials') return undefined;
    throw error;
  }
}

function callOf({ id, orgId }: Person, sessionId: string): Call {
  const principal: Principal = { kind: 'user', id, orgId, role: 'staff', sessionId };
  const call = aCall(principal);
  return { ...call, principal, now: new Date(), context: { ...call.context, address: ADDRESS } };
}

async function living({ id }: Person): Promise<string[]> {
  const found = await identity.store.connection.collection('sessions').find({ userId: id }).toArray();
  return found.map(({ _id }) => String(_id)).sort();
}

async function ended(): Promise<Set<string>> {
  return new Set((await identity.revocations.page(new Date(0))).changes.flatMap(({ sessions }) => sessions));
}

async function audited({ orgId }: Pick<Person, 'orgId'>) {
  return (await identity.log.list(orgId, { page: 1, limit: 100, sort: '-at' })).data;
}

describe('logging out', () => {
  test('ends the session, and no other of the user', async () => {
    const person = await addPerson();
    const [one, two] = [await login(identity, person), await login(identity, person)];
    await identity.logout(callOf(person, String(one)));
    expect(await living(person)).toEqual([two]);
    expect((await ended()).has(String(one))).toBe(true);
    expect((await ended()).has(String(two))).toBe(false);
    const entry = { action: 'session.ended', actor: `user:${person.id}`, recordId: person.id, address: ADDRESS };
    expect(await audited(person)).toMatchObject([entry]);
  });

  test('and changing the password are in the log of every org of the user', async () => {
    const person = await addPerson();
    const elsewhere = await addPlace(person);
    await identity.logout(callOf(person, String(await login(identity, person))));
    const change = { current_password: PASSWORD, new_password: 'staple paper clip 42 ways' };
    await identity.changePassword(change, callOf(person, newId()));
    for (const orgId of [person.orgId, elsewhere]) {
      const actions = (await audited({ orgId })).map(({ action }) => action).sort();
      expect(actions).toEqual(['session.ended', 'user.password_changed']);
    }
  });

  test("does not touch another's session, whatever the token names", async () => {
    const [person, victim] = [await addPerson(), await addPerson()];
    const session = String(await login(identity, victim));
    await identity.logout(callOf(person, newId()));
    expect(await living(victim)).toEqual([session]);
  });

  test('ends a session whose record has expired already, but not its token', async () => {
    const person = await addPerson();
    const gone = newId();
    await identity.logout(callOf(person, gone));
    expect((await ended()).has(gone)).toBe(true);
  });
});

test('however many sessions end, each message about them is small', async () => {
  const person = await addPerson();
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const ids = Array.from({ length: 2_500 }, newId).sort();
  const rows = ids.map((_id) => ({ _id, userId: person.id, orgId: person.orgId, createdAt, expiresAt }));
  await identity.store.connection.collection('sessions').insertMany(rows as never);
  const before = new Set((await identity.revocations.page(new Date(0))).changes.map(({ id }) => id));
  await identity.store.transaction((session) => identity.access.endSessions(session, person.id, new Date()));
  const made = (await identity.revocations.page(new Date(0))).changes.filter(({ id }) => !before.has(id));
  expect(made.map(({ sessions }) => sessions.length).sort((a, b) => a - b)).toEqual([500, 1_000, 1_000]);
  expect(made.flatMap(({ sessions }) => sessions).sort()).toEqual(ids);
  expect(await living(person)).toEqual([]);
});

describe('what gateways ask for', () => {
  // These tests create thousands of revocations, so they use their own database.
  let crowded: Replica;
  beforeAll(async () => {
    crowded = await openReplica(newDatabase());
  });
  afterAll(() => dropDatabase(crowded.store));

  const PER_PAGE = 50;
  const listAccessChanges = (request: ListAccessChangesRequest) =>
    sessionHandlers(crowded).methods.ListAccessChanges?.answer(request, aCall()) as Promise<AccessChanges>;

  /** Inserts revocations with the maximum number of sessions. Two revocations each have the same time. */
  async function end(count: number, from: number): Promise<string[]> {
    const made = Array.from({ length: count }, (_, i) => ({
      ...{ _id: newId(), sessions: Array.from({ length: 1_000 }, newId), keys: [] },
      at: new Date(from + Math.floor(i / 2)),
    }));
    await crowded.store.connection.collection('revocations').insertMany(made as never);
    return made.map(({ _id }) => _id);
  }

  test('comes in pages, of which none is large, with what was committed before the first', async () => {
    const start = Date.now() - 60_000;
    const made = await end(2 * PER_PAGE + 10, start);
    const told: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: AccessChanges = await listAccessChanges({ after });
      expect(page.changes.length).toBeLessThanOrEqual(PER_PAGE);
      told.push(...page.changes.map(({ id }) => id));
      // New revocations after and before the position of the cursor. Only the first must still come.
      if (after === '') made.push(...(await end(1, Date.now())));
      if (after === '') await end(1, start - 1);
      after = page.next;
    }
    expect(new Set(told).size).toBe(told.length);
    expect(told).toEqual(expect.arrayContaining(made));
    const { changes, next } = await listAccessChanges({});
    expect(next).toBeUndefined();
    expect(changes.map(({ id }) => id)).toEqual(expect.arrayContaining(told));
  });

  test('is refused to an earlier gateway, which knows no pages, when one reply does not hold it', async () => {
    await end(6 * PER_PAGE, Date.now() - 60_000);
    await expect(listAccessChanges({})).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});

describe('changing the password', () => {
  const NEW = 'staple paper clip 42 ways';
  const change = (person: Person, current_password: string, new_password = NEW, replica = identity) =>
    replica.changePassword({ current_password, new_password }, callOf(person, newId()));

  test('ends every session; only the new one opens', async () => {
    const person = await addPerson();
    const sessions = [await login(identity, person), await login(other, person)].map(String);
    await change(person, PASSWORD);
    expect(await living(person)).toEqual([]);
    for (const session of sessions) expect((await ended()).has(session)).toBe(true);
    expect(await login(identity, person)).toBeUndefined();
    expect(await login(identity, person, NEW)).toBeDefined();
    const actions = (await audited(person)).map(({ action, changed }) => [action, changed]);
    expect(actions).toContainEqual(['user.password_changed', ['password']]);
  });

  test('is told as done, and to the gateways, when an outage keeps the failed logins from being forgotten', async () => {
    const person = await addPerson();
    const outage = new AppError('upstream_unavailable', 'The database is unavailable');
    const clear = jest.spyOn(identity.failures, 'clear').mockRejectedValue(outage);
    const announce = jest.spyOn(identity.access, 'announce');
    try {
      await change(person, PASSWORD);
      expect(announce).toHaveBeenCalledTimes(1);
    } finally {
      clear.mockRestore();
      announce.mockRestore();
    }
    expect(await login(identity, person, NEW)).toBeDefined();
  });

  test('with a wrong current one is refused at the field, which is not repeated, and changes nothing', async () => {
    const person = await addPerson();
    const session = await login(identity, person);
    const refusal = await change(person, 'a wrong one').catch((error) => error);
    expect(refusal).toMatchObject({ code: 'validation_failed', issues: [{ type: 'value_error' }] });
    expect(refusal.issues[0].loc).toEqual(['body', 'current_password']);
    expect(JSON.stringify(refusal)).not.toContain('a wrong one');
    expect(await living(person)).toEqual([session]);
  });

  test('counts like logging in: after four failures both are locked', async () => {
    const person = await addPerson();
    for (let failure = 0; failure < 4; failure++) {
      await expect(change(person, 'wrong')).rejects.toMatchObject({ code: 'validation_failed' });
    }
    await expect(change(person, PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(login(identity, person)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('refuses a common one at its field', async () => {
    const person = await addPerson();
    const refusal = await change(person, PASSWORD, 'password1234').catch((error) => error);
    expect(refusal.issues[0].loc).toEqual(['body', 'new_password']);
  });

  test('is nothing for an API key, and neither is logging out', async () => {
    const key = aCall({ kind: 'key', id: 'k1', orgId: 'o1', role: 'staff' });
    const passwords = { current_password: PASSWORD, new_password: NEW };
    const refused = { code: 'insufficient_permissions' };
    await expect(identity.changePassword(passwords, key)).rejects.toMatchObject(refused);
    await expect(identity.logout(key)).rejects.toMatchObject(refused);
  });

  test('twice at once from the same password: one of them is refused', async () => {
    const person = await addPerson();
    const outcomes = await Promise.allSettled([
      change(person, PASSWORD, `${NEW} one`),
      change(person, PASSWORD, `${NEW} two`, other),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a login at the same moment as', () => {
  const ROUNDS = 12;

  /**
   * Runs `act` and two logins at the same time, in several rounds. Expects that no session of the person remains, and
   * that each new session was published as ended. Returns the outcome of each round.
   */
  async function race(act: (person: Person) => Promise<unknown>): Promise<string[]> {
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const person = await addPerson();
      const logins = [login(identity, person), login(other, person)];
      const acting = act(person);
      const sessions = (await Promise.all(logins)).filter((session) => session !== undefined);
      await acting;
      const alive = await living(person);
      const told = await ended();
      expect(alive).toEqual([]);
      expect(sessions.filter((session) => !told.has(session))).toEqual([]);
      outcomes.push(sessions.length > 0 ? 'ended' : 'refused');
    }
    return outcomes;
  }

  /**
   * A random time of up to the duration of a password check, so that `act` comes before some logins and after others.
   */
  const someTime = () => new Promise((resolve) => setTimeout(resolve, Math.random() * 60));

  test('a disable never leaves a living session', async () => {
    await race(async ({ id }) => {
      await someTime();
      await other.store.transaction(async (session) => {
        const memberships = other.store.connection.collection('memberships');
        await memberships.updateOne({ userId: id }, { $set: { isActive: false } }, { session });
        await other.access.endSessions(session, id, new Date());
      });
    });
  }, 60_000);

  test('a change of password never leaves a session of the old one', async () => {
    await race(async (person) => {
      await someTime();
      await other.changePassword(
        { current_password: PASSWORD, new_password: 'staple paper clip 42 ways' },
        callOf(person, newId()),
      );
    });
  }, 60_000);
});
