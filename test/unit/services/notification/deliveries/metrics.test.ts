import { expect, test } from '@jest/globals';
import { registry } from '#chassis/runtime/metrics.ts';
import { countAttempt } from '../../../../../services/notification/deliveries/metrics.ts';

/** By labels. */
async function valuesOf(metric: string): Promise<Record<string, number>> {
  const { values } = (await registry.getSingleMetric(metric)?.get()) ?? { values: [] };
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

test('counters that alerts watch exist before they grow, so that the first growth is seen as such', async () => {
  // Another test file of this process may have counted before.
  const named = async (metric: string) => Object.keys(await valuesOf(metric)).sort();
  expect(await named('webhook_attempts_total')).toEqual(['failed', 'retry', 'succeeded', 'test']);
  expect(await named('webhooks_disabled_total')).toEqual(['failing', 'gone']);
  countAttempt('o1', 'retry');
  expect(await valuesOf('webhook_org_attempts_total')).toMatchObject({ 'o1 failed': 0, 'o1 retry': 1 });
});

test('100 orgs are named; the others are one together', async () => {
  for (let index = 2; index <= 102; index++) countAttempt(`o${index}`, 'succeeded');
  const values = await valuesOf('webhook_org_attempts_total');
  expect(values).toMatchObject({ 'o100 succeeded': 1, 'other succeeded': 2 });
  expect(Object.keys(values)).toHaveLength(4 * 101);
});
