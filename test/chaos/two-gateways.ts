import { afterAll, beforeAll } from '@jest/globals';
import { type FurtherGateway, startFurtherGateway } from '../support/system/further-gateway.ts';
import { type System, startSystem } from '../support/system/system.ts';

export const env = { RATE_LIMIT_USER: '100000', RATE_LIMIT_ANONYMOUS: '100000' };

/** A system with one more gateway, for all that must be so at each of them. */
export let system: System;
export let second: FurtherGateway;
/** The admin's token. */
export let admin: string;

beforeAll(async () => {
  system = await startSystem({ env });
  second = await startFurtherGateway(system, env);
  admin = await system.login();
}, 120_000);

afterAll(async () => {
  await second?.stop();
  await system?.stop();
}, 60_000);
