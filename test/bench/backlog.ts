import { eventually } from '../support/eventually.ts';
import { metricOf } from '../support/system/metric.ts';
import type { System } from '../support/system/system.ts';

/** Waits until every consumer has handled what it was sent, so that no figure pays for the writes before it. */
export async function caughtUp(system: System): Promise<void> {
  const watched = [system.run.services.finance, system.run.services.notification];
  await eventually(async () => {
    const lags = await Promise.all(watched.map((service) => metricOf(service, 'consumer_lag')));
    return lags.every((lag) => lag === 0);
  }, 120_000);
}
