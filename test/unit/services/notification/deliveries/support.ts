import { afterEach, beforeEach } from '@jest/globals';
import pino from 'pino';
import type { Target } from '../../../../../services/notification/deliveries/domain/target.ts';
import { Lanes } from '../../../../../services/notification/deliveries/lanes.ts';
import { Sender, type SenderDependencies } from '../../../../../services/notification/deliveries/sender.ts';
import { type Receiver, startReceiver } from '../../../../support/receiver.ts';

export const logger = pino({ level: 'silent' });

/** A receiver, and lanes of two connections, new for each test of the file. */
export function receiverAndLanes(): { receiver: Receiver; lanes: Lanes } {
  const scene = {} as { receiver: Receiver; lanes: Lanes };
  beforeEach(async () => {
    scene.receiver = await startReceiver();
    scene.lanes = new Lanes({ connections: 2, maxWaiting: 10, longestGapMs: 3600_000, mayReach: () => true });
  });
  afterEach(async () => {
    await scene.lanes.close();
    await scene.receiver.close();
  });
  return scene;
}

/** A webhook of the org o1. */
export const targetAt = (url: string, rest: Partial<Target> = {}): Target => ({
  ...{ id: 'w1', orgId: 'o1', url, events: ['*'] },
  ...{ isActive: true, secrets: [] },
  ...rest,
});

/** A sender whose database takes everything, and in which each webhook is what `find` says. */
export function senderOver(
  lanes: Lanes,
  find: (id: string) => Target,
  parts: Partial<SenderDependencies> = {},
): Sender {
  return new Sender({
    ...{ lanes, logger, schedule: [0, 60], timeoutMs: 10_000 },
    targets: {
      find: async (ids) => new Map(ids.map((id) => [id, find(id)])),
      findSubscribers: async () => () => [],
    },
    record: async (outcomes) => outcomes.map(() => true),
    settle: async () => undefined,
    cancel: async () => undefined,
    privateKeys: async () => [],
    disable: async () => undefined,
    failed: async () => undefined,
    payload: async () => '{}',
    ...parts,
  });
}
