import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { chooseBroker } from '../../../deploy/local/backends.ts';
import { inheritedEnvironment } from '../../../deploy/local/config.ts';
import { natsPasswords } from '../../../deploy/local/nats/nats.ts';
import { NATS_USERS } from '../../../deploy/local/processes.ts';
import { loadSecrets } from '../../../deploy/local/secrets.ts';
import { Supervisor } from '../../../deploy/local/supervision/supervisor.ts';
import { SmallDisk, testOnSmallDisk } from '../../support/backends/small-disk.ts';
import { eventually } from '../../support/eventually.ts';

const ends: (() => void | Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
}, 30_000);

testOnSmallDisk(
  'a broker whose disk was full stores again by itself once there is room, and has lost nothing',
  async () => {
    const disk = new SmallDisk(64);
    ends.push(() => disk.remove());
    const dataDir = disk.folder;
    const logs = mkdtempSync(join(tmpdir(), 'selvedge-logs-'));
    ends.push(() => rmSync(logs, { recursive: true }));
    const secrets = loadSecrets(logs, NATS_USERS, {});
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const env = { ...inheritedEnvironment(), ...natsPasswords(secrets) };
    const broker = await chooseBroker(undefined, { dataDir, logs, env, say });
    const supervisor = new Supervisor({ say, onRestarted: () => {} });
    ends.push(() => supervisor.stop());
    await supervisor.start(broker.plan ? [broker.plan] : []);
    const credentials = { user: 'admin', pass: secrets.natsAdminPassword };
    const connection = await connect({ servers: broker.url, ...credentials, maxReconnectAttempts: -1 });
    ends.push(() => connection.close());
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: 'EVENTS', subjects: ['events.>'] });
    const publish = () => jetstream(connection).publish('events.x', Buffer.alloc(100_000), { timeout: 2000 });

    const ballast = join(dataDir, 'ballast');
    writeFileSync(ballast, Buffer.alloc(50 * 1024 * 1024));
    let stored = 0;
    const fill = async () => {
      for (;;) stored = (await publish()).seq;
    };
    await expect(fill()).rejects.toThrow();
    rmSync(ballast);
    await expect(publish()).rejects.toThrow();

    const { seq } = await eventually(publish, 60_000);
    expect(seq).toBeGreaterThan(stored);
    expect((await streams.info('EVENTS')).state.messages).toBeGreaterThan(stored);
    expect(said.join('\n')).toMatch(/nats stores nothing and is ended: .*no space left on device/);
  },
  120_000,
);
