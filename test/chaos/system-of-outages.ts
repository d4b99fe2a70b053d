import { afterAll, beforeAll } from '@jest/globals';
import { type System, startSystem } from '../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../support/webhooks.ts';

export const PUBLIC_URL = 'https://selvedge.example';
const env = { ...LOCAL_RECEIVERS, PUBLIC_URL, RATE_LIMIT_USER: '100000' };

/** The same system for all outages, because a start takes as long as many outages. Each test ends its own outage. */
export let system: System;
/** Access token of the admin. */
export let token: string;

beforeAll(async () => {
  system = await startSystem({ ...(process.env.CHAOS_DIR && { dataDir: process.env.CHAOS_DIR }), env });
  token = await system.login();
}, 120_000);

afterAll(() => system.stop(), 60_000);
