import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import { grpcServer } from '#chassis/rpc/grpc-server.ts';
import { defineConfig, loadConfig, processSettings, serviceSettings } from '#chassis/runtime/config.ts';
import { type Component, runService } from '#chassis/runtime/run-service.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { client } from '#proto/product/v1/contract.ts';
import { aReply, clientService } from './grpc.ts';

/**
 * A process like the real services, for tests to kill. It serves product's ClientService. The name or id of the client
 * selects the behaviour: `hang`: the call never ends; `slow`: it takes 300 ms; `held`: it waits for the next message;
 * `crash`: the process ends by an unhandled rejection.
 */
const { GRPC_HOST, GRPC_PORT, TLS_CA, TLS_CERT, TLS_KEY } = serviceSettings;
const config = loadConfig(defineConfig({ ...processSettings, GRPC_HOST, GRPC_PORT, TLS_CA, TLS_CERT, TLS_KEY }));

async function answer(name: string): Promise<typeof aReply> {
  process.send?.({ asked: name });
  if (name === 'hang') await new Promise(() => {});
  if (name === 'slow') await sleep(300);
  if (name === 'held') await once(process, 'message');
  if (name === 'crash') void Promise.reject(new Error('forgotten'));
  process.send?.({ answered: name });
  return aReply;
}

/** Not ready until a message `{ready: true}` is received. */
function switchable(): Component {
  let ready = false;
  process.on('message', (message: { ready: boolean }) => {
    ready = message.ready;
  });
  return {
    name: 'switch',
    ready: () => ready || 'switched off',
    stop: async () => void process.send?.({ stopped: 'switch' }),
  };
}

await runService('product', config, ({ logger }) => {
  const service = clientService({
    GetClient: unary(RecordRequest, ({ id }) => answer(id)),
    CreateClient: unary(client.requests.create, ({ client }) => answer(client.name)),
  });
  return [switchable(), grpcServer({ faultOf: databaseFault, config, logger, services: [service] })];
});
