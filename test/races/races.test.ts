import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadTestSettings } from '../config.ts';
import { expectInvariants } from '../support/system/invariants.ts';
import { type Replica, startReplica } from '../support/system/replica.ts';
import { KEYS_PER_ORG } from '../support/system/shared-system.ts';
import { ownOrg } from '../support/system/tenant.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';
import { OrgApi, runRace } from './racing.ts';
import { races } from './table.ts';

const { RACE_ROUNDS: ROUNDS } = loadTestSettings();
// The second notification takes deliveries of all orgs of the system, so it must reach the same receivers.
const SETTINGS = { ...LOCAL_RECEIVERS, API_KEY_MAX_PER_ORG: String(KEYS_PER_ORG) };
const SERVICES = ['identity', 'product', 'finance', 'notification'] as const;

let replicas: Replica[] = [];
// Before the org is closed, because its system may stop then.
afterAll(() => Promise.all(replicas.map((replica) => replica.stop())), 60_000);
const own = ownOrg();
let second: string;

beforeAll(async () => {
  const { system } = own;
  replicas = await Promise.all(SERVICES.map((name) => startReplica(system, name, SETTINGS)));
  const addresses = SERVICES.map((name, index) => [`${name.toUpperCase()}_ADDRESS`, replicas[index]?.address ?? '']);
  const gateway = await startReplica(system, 'gateway', {
    ...Object.fromEntries(addresses),
    RATE_LIMIT_USER: '100000000',
  });
  replicas.push(gateway);
  second = gateway.address;
}, 120_000);

const rows = races.map((race) => [race.rule, race] as const);

describe.each([
  ['one process of each service', 1],
  ['two processes of each service, behind a gateway each', 2],
])('by %s', (_what, count) => {
  test.each(rows)(
    '20 callers at once do not break the rule of %s',
    async (_rule, race) => {
      const gateways = [own.system.run.gateway.url, second].slice(0, count);
      for (let round = 0; round < ROUNDS; round++) await runRace(race, new OrgApi({ ...own, gateways }));
    },
    60_000 + ROUNDS * 20_000,
  );
});

test('all that was written keeps to its invariants', () => expectInvariants(own.system), 120_000);

test('each rule is tried by a row of its own', () => {
  expect(new Set(races.map(({ rule }) => rule)).size).toBe(races.length);
});
