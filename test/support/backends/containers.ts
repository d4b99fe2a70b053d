import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import { StartError } from '../../../deploy/local/start-error.ts';
import type { TestSettings } from '../../config.ts';
import { type Backends, withoutPassword } from './backends.ts';

const MONGO_IMAGE = 'mongo:8.0';
const NATS_IMAGE = 'nats:2.12-alpine';
const INITIATE = `rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] })`;
const UNTIL_PRIMARY = 'while (!db.hello().isWritablePrimary) sleep(50)';

/**
 * Starts MongoDB as a replica set with one member, and NATS with JetStream. If an address is set, the server at that
 * address is used instead.
 */
export async function startContainers({ MONGODB_URL, NATS_URL }: TestSettings): Promise<Backends> {
  await getContainerRuntimeClient().catch(() => {
    throw new StartError(
      'TEST_BACKEND=containers needs a running container engine (Docker or Podman), and none answers.',
    );
  });
  const [mongo, nats] = await Promise.all([
    MONGODB_URL === undefined ? startMongo() : undefined,
    NATS_URL === undefined ? startNats() : undefined,
  ]);
  const mongodbUrl =
    mongo === undefined ? String(MONGODB_URL) : `mongodb://${addressOf(mongo, 27017)}/?directConnection=true`;
  const natsUrl = nats === undefined ? String(NATS_URL) : `nats://${addressOf(nats, 4222)}`;
  return {
    mongodbUrl,
    natsUrl,
    description: `${mongo ? `container ${MONGO_IMAGE}` : `MongoDB at ${withoutPassword(mongodbUrl)}`}, ${nats ? `container ${NATS_IMAGE}` : `NATS at ${withoutPassword(natsUrl)}`}`,
    stop: async () => {
      await Promise.all([mongo?.stop(), nats?.stop()]);
    },
  };
}

async function startMongo(): Promise<StartedTestContainer> {
  const container = await new GenericContainer(MONGO_IMAGE)
    .withCommand(['--replSet', 'rs0', '--bind_ip_all', '--setParameter', 'transactionLifetimeLimitSeconds=10'])
    .withExposedPorts(27017)
    .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/))
    .start();
  for (const script of [INITIATE, UNTIL_PRIMARY]) {
    const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', script]);
    if (exitCode !== 0) throw new Error(`mongosh in ${MONGO_IMAGE} failed: ${output}`);
  }
  return container;
}

function startNats(): Promise<StartedTestContainer> {
  return new GenericContainer(NATS_IMAGE)
    .withCommand(['-js'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
    .start();
}

function addressOf(container: StartedTestContainer, port: number): string {
  return `${container.getHost()}:${container.getMappedPort(port)}`;
}
