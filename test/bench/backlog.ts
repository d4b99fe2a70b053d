import { request } from 'undici';
import { eventually } from '../support/eventually.ts';
import type { System } from '../support/system/system.ts';

/** Waits until every consumer has handled what it was sent, so that no figure pays for the writes before it. */
export async function caughtUp(system: System): Promise<void> {
  const watched = [system.run.services.finance, system.run.services.notification];
  await eventually(async () => {
    const lags = await Promise.all(watched.map((service) => lagOf(service?.adminUrl)));
    return lags.every((lag) => lag === 0);
  }, 120_000);
}

async function lagOf(adminUrl: string | undefined): Promise<number | undefined> {
  const { body } = await request(`${adminUrl}/metrics`);
  const [, lag] = /^consumer_lag\{[^}]*\} (\d+)$/m.exec(await body.text()) ?? [];
  return lag === undefined ? undefined : Number(lag);
}
