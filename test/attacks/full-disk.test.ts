import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import { type Answer, ask } from '../support/ask.ts';
import { SmallDisk, testOnSmallDisk } from '../support/backends/small-disk.ts';
import { eventually } from '../support/eventually.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { idsByRecord, LOCAL_RECEIVERS, subscribe } from '../support/webhooks.ts';

let disk: SmallDisk | undefined;
let system: System | undefined;
let receiver: Receiver | undefined;

afterAll(async () => {
  await system?.stop();
  await receiver?.close();
  disk?.remove();
}, 60_000);

testOnSmallDisk(
  'a full disk is refused by name, and all goes on when there is room again: nothing that was accepted is lost',
  async () => {
    disk = new SmallDisk(300);
    receiver = await startReceiver();
    const env = { ...LOCAL_RECEIVERS, RATE_LIMIT_USER: '100000' };
    system = await startSystem({ dataDir: join(disk.folder, 'data'), env });
    const token = await system.login();
    await subscribe(system, token, receiver);
    const accepted: string[] = [];
    const write = async (): Promise<Answer> => {
      const answer = await ask(running(), token, 'POST', '/api/v1/clients', {
        ...{
          name: `Acme ${accepted.length} ${Math.random()}`,
          country: 'DE',
          maxAccountValue: 10_000,
          currency: 'EUR',
        },
      });
      if (answer.status === 200) accepted.push(String(answer.body.id));
      return answer;
    };
    for (let i = 0; i < 20; i++) expect(await write()).toMatchObject({ status: 200 });
    const pids = ownPids(system);

    disk.fill();
    // The database first uses its free pages, which can be megabytes.
    await eventually(async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, write));
      return answers.some(({ status }) => status === 503);
    }, 60_000);
    for (let i = 0; i < 30; i++) {
      const answer = await write();
      expect([200, 503]).toContain(answer.status);
      if (answer.status === 503) {
        const detail = expect.stringMatching(/^Service product is unavailable/);
        expect(answer.body).toMatchObject({ code: 'upstream_unavailable', detail });
      }
      expect(await ask(system, token, 'GET', '/api/v1/clients?limit=1')).toMatchObject({ status: 200 });
    }

    disk.clear();
    await eventually(async () => (await write()).status === 200, 30_000);
    // The gateway, the services and the database have not been restarted.
    expect(ownPids(system)).toEqual(pids);
    for (const id of accepted) {
      expect(await ask(system, token, 'GET', `/api/v1/clients/${id}`)).toMatchObject({ status: 200 });
    }
    await eventually(() => {
      const heard = idsByRecord(receiver as Receiver);
      expect(accepted.filter((id) => !heard.has(id))).toEqual([]);
    }, 90_000);
  },
  240_000,
);

const running = () => system as System;

function ownPids(of: System): unknown {
  const { gateway, services, mongodb } = of.run;
  return [gateway, mongodb, ...Object.values(services)].map(({ pid }) => pid);
}
