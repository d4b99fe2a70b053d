import { expect, test } from '@jest/globals';
import { Pace, Probes } from '../../../../../services/notification/deliveries/pace.ts';

test('a dead endpoint is tried ten times a second', () => {
  const dead = new Pace();
  expect(dead.allowsProbe(1000)).toBe(true);
  dead.probed(1000);
  expect(dead.allowsProbe(1099)).toBe(false);
  expect(dead.allowsProbe(1100)).toBe(true);
});

/** Probes in the second from 1000 on, where each of the orgs asks every millisecond. */
function probesOf(orgs: string[]): number {
  const probes = new Probes();
  let made = 0;
  for (let now = 1000; now < 2000; now++)
    for (const org of orgs)
      if (probes.allows(org, now)) {
        probes.started(org, now);
        made += 1;
      }
  return made;
}

test('the dead endpoints of an org are tried 20 times a second, and those of all orgs 100 times', () => {
  expect(probesOf(['o1'])).toBe(20);
  expect(probesOf(['o1', 'o2'])).toBe(40);
  expect(probesOf(Array.from({ length: 50 }, (_, index) => `o${index}`))).toBe(100);
});

test('an org that need not wait is forgotten, and one that must is not', () => {
  const probes = new Probes();
  probes.started('o1', 1000);
  probes.sweep(1049);
  expect(probes.allows('o1', 1049)).toBe(false);
  probes.sweep(1050);
  expect(probes.allows('o1', 1050)).toBe(true);
});
