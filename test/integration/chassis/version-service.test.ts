import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from '#chassis/rpc/grpc-client.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import type { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { certificatesOf, channelTo, clientService, serve } from '../../support/grpc.ts';

type Source = 'gateway' | 'finance';

const open: PeerChannel[] = [];
let certificates: Awaited<ReturnType<typeof certificatesOf<Source | 'product'>>>;
let server: RunningServer;

beforeAll(async () => {
  certificates = await certificatesOf('gateway', 'finance', 'product');
  server = await serve(certificates.product, clientService());
});
afterAll(async () => {
  for (const channel of open) channel.close();
  await server.drain();
});

function getVersion(source: Source, peer: string): Promise<{ service: string; version: string }> {
  const tls = certificates[source];
  const channel = channelTo(peer, server.port, tls, source);
  open.push(channel);
  return connect('common', 'VersionService', channel).getVersion(
    {},
    { context: { requestId: 'r' }, deadline: Date.now() + 5_000 },
  );
}

test('every process that serves anything says what it runs, whoever the caller is', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await getVersion('gateway', 'product')).toEqual({ service: 'product', version });
});

test('only the gateway is told', async () => {
  await expect(getVersion('finance', 'product')).rejects.toMatchObject({ code: 'insufficient_permissions' });
});

test('a process with the certificate of another is not believed, and the caller learns whom it missed', async () => {
  await expect(getVersion('gateway', 'identity')).rejects.toMatchObject({
    code: 'upstream_unavailable',
    message: expect.stringContaining('identity'),
  });
});
