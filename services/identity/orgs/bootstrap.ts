import { AppError } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { Currency } from '#proto/common/v1/contract.ts';
import { createUser } from '../users/domain/user.ts';
import { assertAcceptable } from '../users/password-rule.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { createOrg, type OrgDecision } from './domain/org.ts';
import type { OrgRepository } from './repository.ts';

const FIRST_ORG_NAME = 'Operator';
const DEADLINE_MS = 8_000;

export interface BootstrapParts {
  writer: Writer;
  orgs: Pick<OrgRepository, 'operatorId' | 'insert'>;
  users: Pick<UserRepository, 'insert'>;
  passwords: Passwords;
  config: {
    BOOTSTRAP_ADMIN_EMAIL?: string | undefined;
    BOOTSTRAP_ADMIN_PASSWORD?: string | undefined;
    BOOTSTRAP_DEFAULT_CURRENCY?: string | undefined;
  };
}

/**
 * Creates the operator org and its first admin, if there is no operator org (decisions 3: First admin). It can run many
 * times and in many replicas: the org is unique, and the replica that is too late finds it. Errors: internal_error that
 * names the missing or refused settings.
 */
export function createBootstrap(parts: BootstrapParts): (now: Date) => Promise<void> {
  return async (now) => {
    if (await parts.orgs.operatorId()) return;
    const records = await firstRecords(parts, now);
    try {
      await write(parts, records, now);
    } catch (error) {
      if (!(await parts.orgs.operatorId())) throw error;
    }
  };
}

async function firstRecords({ config, passwords }: BootstrapParts, now: Date) {
  const {
    BOOTSTRAP_ADMIN_EMAIL: email,
    BOOTSTRAP_ADMIN_PASSWORD: password,
    BOOTSTRAP_DEFAULT_CURRENCY: defaultCurrency = null,
  } = config;
  if (!email || !password) {
    throw new AppError('internal_error', 'The first start needs BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD');
  }
  await assertAcceptable(password, 'password').catch((cause) => {
    throw new AppError('internal_error', 'BOOTSTRAP_ADMIN_PASSWORD is too common; choose another', { cause });
  });
  const founded = firstOrg(defaultCurrency, now);
  const passwordHash = await passwords.hash(password);
  const first = createUser({ email, passwordHash, orgId: founded.state.id, role: 'admin', clientId: null }, now, newId);
  return { founded, first };
}

function firstOrg(currency: string | null, now: Date): OrgDecision {
  try {
    const defaultCurrency = Currency.nullable().parse(currency);
    return createOrg({ name: FIRST_ORG_NAME, defaultCurrency, isOperator: true }, now, newId);
  } catch (cause) {
    throw new AppError('internal_error', 'BOOTSTRAP_DEFAULT_CURRENCY is no current code of ISO 4217', { cause });
  }
}

type FirstRecords = Awaited<ReturnType<typeof firstRecords>>;

async function write({ writer, orgs, users }: BootstrapParts, records: FirstRecords, now: Date): Promise<void> {
  // There is no caller: the events have no actor.
  const call = { context: { requestId: 'bootstrap' }, deadline: Date.now() + DEADLINE_MS, now };
  const { founded, first } = records;
  await writer.write(call, async (tx) => {
    await orgs.insert(tx, [founded]);
    await users.insert(first.user, first.membership, tx.session);
    tx.count('memberships', 1, founded.state.id);
    tx.emit(first.event);
  });
}
