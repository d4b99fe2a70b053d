import { connect, type NatsConnection } from '@nats-io/transport-node';
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
  const { NATS_URL, NATS_USER: user, NATS_PASSWORD: pass = '', NATS_DOMAIN } = loadConfig(defineConfig(busSettings));
  const credentials = user === undefined ? {} : { user, pass, inboxPrefix: `_INBOX.${user}` };
  const connection = await reach({ servers: NATS_URL.split(','), name: 'dead-letters', ...credentials });
  try {
    return await runCommand(command, await openDeadLetters(connection, NATS_DOMAIN), console.log);
  } finally {
    await connection.close();
  }
});

function reach(options: Parameters<typeof connect>[0]): Promise<NatsConnection> {
  return connect(options).catch((error: Error) => {
    throw new TaskFault(`No connection to NATS at ${options?.servers}: ${error.message}`);
  });
}
