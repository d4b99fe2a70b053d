import { AppError } from '#chassis/errors.ts';
import type { Writer } from '#chassis/write.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { createUser } from '../users/user.ts';
import { createOrg } from './org.ts';
import type { OrgRepository } from './repository.ts';

const FIRST_ORG_NAME = 'Operator';
const DEADLINE_MS = 8_000;

export interface BootstrapParts {
  writer: Writer;
  orgs: OrgRepository;
  users: UserRepository;
  passwords: Passwords;
  newId: () => string;
  /** The first admin's; needed at the first start alone. */
  email: string | undefined;
  password: string | undefined;
}

/**
 * Makes the operator org and its first admin where there is none (decisions 3: First admin). Safe to run again, and by
 * many replicas at once: the org is unique, and a loser finds the winner's.
 * Errors: internal_error naming the settings that the first start needs.
 */
export function createBootstrap(parts: BootstrapParts): (now: Date) => Promise<void> {
  return async (now) => {
    if (await parts.orgs.operatorExists()) return;
    const first = await firstRecords(parts, now);
    try {
      await write(parts, first, now);
    } catch (error) {
      if (!(await parts.orgs.operatorExists())) throw error;
    }
  };
}

async function firstRecords({ email, password, passwords, newId }: BootstrapParts, now: Date) {
  if (!email || !password) {
    throw new AppError('internal_error', 'The first start needs BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD');
  }
  const org = createOrg({ name: FIRST_ORG_NAME, isOperator: true }, now, newId);
  const passwordHash = await passwords.hash(password);
  const user = createUser({ email, passwordHash, orgId: org.org.id, role: 'admin', clientId: null }, now, newId);
  return { ...org, ...user, events: [...org.events, ...user.events] };
}

type FirstRecords = Awaited<ReturnType<typeof firstRecords>>;

async function write({ writer, orgs, users }: BootstrapParts, first: FirstRecords, now: Date): Promise<void> {
  // Nobody is there yet who could have called: the first admin acts for itself.
  const principal = { kind: 'user', id: first.user.id, orgId: first.org.id, role: 'admin' } as const;
  const call = { context: { requestId: 'bootstrap', principal }, deadline: Date.now() + DEADLINE_MS, now };
  await writer.write(call, async ({ session, emit, count }) => {
    if (await orgs.operatorExists(session)) return;
    await orgs.insert(first.org, session);
    await users.insert(first.user, first.membership, session);
    count('memberships', 1);
    for (const event of first.events) emit(event);
  });
}
