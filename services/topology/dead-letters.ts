import { parseArgs } from 'node:util';
import { connect } from '@nats-io/transport-node';
import { busSettings, defineConfig, loadConfig } from '#chassis/runtime/config.ts';
import { run } from './dead-letters/commands.ts';
import { openDeadLetters } from './dead-letters/dead-letters.ts';

/**
 * Lists, shows, replays and removes what consumers have given up: `list`, `show NUMBER …`, `replay NUMBER …` or
 * `replay --all`, `remove NUMBER …`. As the NATS user `replay`, who alone may (deploy/nats/nats.conf).
 */

const config = loadConfig(defineConfig(busSettings));
const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, unverified: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [verb = 'list', ...sequences] = positionals;
const { NATS_URL, NATS_USER: user, NATS_PASSWORD: pass = '', NATS_DOMAIN: domain } = config;
const credentials = user === undefined ? {} : { user, pass, inboxPrefix: `_INBOX.${user}` };
const connection = await connect({ servers: NATS_URL.split(','), name: 'dead-letters', ...credentials });
try {
  const tray = await openDeadLetters(connection, domain);
  const command = { verb, sequences: sequences.map(Number), ...values };
  if (!(await run(command, tray, console.log))) process.exitCode = 1;
} finally {
  await connection.close();
}
