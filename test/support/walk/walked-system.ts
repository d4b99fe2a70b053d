import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { RequestInit, Response } from 'undici';
import { shareBackends } from '../backends/shared-backends.ts';
import { eventually } from '../eventually.ts';
import type { Written } from '../leaks.ts';
import { type RunningSmtpServer, startSmtpServer } from '../smtp-server.ts';
import { SHARED_SETTINGS } from '../system/shared-system.ts';
import { System, type SystemOptions } from '../system/system.ts';

export const SMTP_PASSWORD = 'smtp-Password-of-the-mailer';
const ADMIN = { email: 'root@example.com', password: 'admin+Passphrase/of=the~first&start' };

/** A request of the test, and its answer. */
export interface Exchange {
  method: string;
  path: string;
  body: string;
  answer: { status: number; headers: Record<string, string>; text: string };
}

/** A system of the walk's own, whose requests, messages, mails and files are kept to be looked through. */
export class WalkedSystem extends System {
  readonly exchanges: Exchange[] = [];
  readonly messages: Written[] = [];

  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init);
    const { method = 'GET', body } = init;
    const answer = { status: response.status, headers: Object.fromEntries(response.headers) };
    const text = await response.clone().text();
    this.exchanges.push({ method, path, body: String(body ?? ''), answer: { ...answer, text } });
    return response;
  }

  /** Keeps every message of the broker, of whatever subject. */
  async listen(): Promise<NatsConnection> {
    const { url, pid } = this.run.nats;
    const credentials = pid === null ? {} : { user: 'admin', pass: this.secrets.natsAdminPassword };
    const connection = await connect({ servers: url, ...credentials });
    connection.subscribe('>', {
      callback: (_, message) => {
        const text = `${message.headers ?? ''} ${message.string()}`;
        this.messages.push({ where: `message ${message.subject}`, text });
      },
    });
    await connection.flush();
    return connection;
  }
}

export interface Walked {
  system: WalkedSystem;
  mailServer: RunningSmtpServer;
  /** Stops what still runs, and removes all files. */
  close(): Promise<void>;
}

export async function startWalked(): Promise<Walked> {
  const mailServer = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => done(password === SMTP_PASSWORD ? null : new Error('no'), { user: 'mailer' }),
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'selvedge-walk-'));
  const backends = shareBackends();
  await backends.prepare();
  const env = {
    ...SHARED_SETTINGS,
    ...backends.env,
    LOG_LEVEL: 'trace',
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:${mailServer.port}?ignoreTLS=true`,
  };
  const system = new WalkedSystem({ dataDir, env } satisfies SystemOptions, backends);
  await system.ready();
  const nats = await system.listen();
  return {
    ...{ system, mailServer },
    async close() {
      await nats.close();
      if (system.starter.exitCode === null) await system.stop();
      await mailServer.close();
      await backends.cleanUp();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The token in the newest mail to `email` with a link to the page, as soon as there is one. */
export function tokenMailedBy({ received }: RunningSmtpServer, email: string, page: string): Promise<string> {
  const link = new RegExp(`${page}#([\\w-]{43})`);
  const tokens = () =>
    received.filter(({ to }) => to.includes(email)).flatMap(({ message }) => link.exec(message)?.[1] ?? []);
  return eventually(() => tokens().at(-1) ?? false);
}
