import { connect, type NatsConnection } from '@nats-io/transport-node';
import { clientOptions, natsServerOf } from '#chassis/messaging/nats-server.ts';
import { busSettings, defineConfig, loadConfig } from '#chassis/runtime/config.ts';
import { runTask, TaskFault } from '#chassis/runtime/run-task.ts';
import { readCommand, USAGE } from './dead-letters/command-line.ts';
import { runCommand } from './dead-letters/commands.ts';
import { openDeadLetters } from './dead-letters/dead-letters.ts';

/**
 * Lists and replays the messages that consumers have given up. Runs as the NATS user `replay`, which alone has this
 * right (deploy/nats/nats.conf).
 */
await runTask(USAGE, async (args) => {
  const command = readCommand(args);
  const server = natsServerOf(loadConfig(defineConfig(busSettings)));
  const connection = await reach({ ...clientOptions(server), name: 'dead-letters' });
  try {
    return await runCommand(command, await openDeadLetters(connection, server.domain), console.log);
  } finally {
    await connection.close();
  }
});

function reach(options: Parameters<typeof connect>[0]): Promise<NatsConnection> {
  return connect(options).catch((error: Error) => {
    throw new TaskFault(`No connection to NATS at ${options?.servers}: ${error.message}`);
  });
}
