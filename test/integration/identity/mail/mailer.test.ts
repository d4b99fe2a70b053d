import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId, openStore, type Store } from '#chassis/mongo/mongo.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import { createAuthority, issueCertificate, loadAuthority } from '../../../../deploy/local/certificates/authority.ts';
import { createMailer, type MailerParts } from '../../../../services/identity/mail/mailer.ts';
import { type MailRepository, mailRepository } from '../../../../services/identity/mail/repository.ts';
import { createMailTransport } from '../../../../services/identity/mail/transport.ts';
import { eventually } from '../../../support/eventually.ts';
import { type RunningSmtpServer, startSmtpServer } from '../../../support/smtp-server.ts';
import { dropDatabase, encryptionKey, newDatabase } from '../support.ts';

const MAIL_FROM = 'Selvedge <no-reply@selvedge.example>';
const LINK = `https://localhost:8443/reset-password#${'a'.repeat(43)}`;
const running: { stop?(): Promise<void> }[] = [];
let store: Store;
let mails: MailRepository;
let log = '';

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log += chunk;
      done();
    },
  });
  const logger = createLogger('identity', 'trace', sink);
  const url = process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017';
  store = await openStore({ url, database: newDatabase(), encryptionKeys: [encryptionKey], logger });
  mails = mailRepository(store);
  await store.start();
});
afterAll(() => dropDatabase(store));
beforeEach(async () => {
  await store.connection.collection('mails').deleteMany({});
});
afterEach(async () => {
  for (const part of running.splice(0).reverse()) await part.stop?.();
});

/** Starts a process that sends mails. */
function startMailer(settings: { SMTP_URL?: string; MAIL_DIR?: string }, options: Partial<MailerParts> = {}) {
  const transport = createMailTransport({ MAIL_FROM, ...settings });
  const mailer = createMailer({ mails, transport, logger: store.logger, lookEveryMs: 10, ...options });
  running.push(mailer);
  void mailer.start?.();
  return mailer;
}

async function startServer(...options: Parameters<typeof startSmtpServer>): Promise<RunningSmtpServer> {
  const server = await startSmtpServer(...options);
  running.push({ stop: () => server.close() });
  return server;
}

/** Adds a mail to the queue. `seconds`: time until its link expires. */
async function write(to: string, seconds = 1800, orgId?: string): Promise<string> {
  const id = newId();
  const mail = { id, to, orgId, subject: 'Set a new password', text: `Hello,\n\n${LINK}\n` };
  const expiresAt = new Date(Date.now() + seconds * 1000);
  await store.transaction((session) => mails.add({ ...mail, expiresAt }, new Date(), session));
  return id;
}

/** Waits until the queue is empty. */
const emptied = () => eventually(async () => (await store.connection.collection('mails').countDocuments()) === 0);

/** Makes all mails due that wait for their next attempt. */
const hurry = () => store.connection.collection('mails').updateMany({}, { $set: { dueAt: new Date() } });

async function counted(outcome: string): Promise<number> {
  const values = await registry.getSingleMetric('mail_attempts_total')?.get();
  return values?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

test('what waits is counted, no further than asked', async () => {
  for (const to of ['ann@example.com', 'ben@example.com', 'cid@example.com']) await write(to);
  await store.connection.collection('mails').updateOne({}, { $set: { dueAt: null } });
  expect(await mails.count(100)).toBe(2);
  expect(await mails.count(1)).toBe(1);
});

test('many mails of an org delay neither those of another nor those that receivers asked for', async () => {
  for (let n = 0; n < 20; n++) await write(`loud-${n}@example.com`, 1800, 'loud');
  await write('quiet@example.com', 1800, 'quiet');
  await write('ann@example.com');
  const now = new Date();
  const claimed: (string | undefined)[] = [];
  for (let n = 0; n < 6; n++) claimed.push((await mails.claim(now, new Date(now.getTime() + 60_000)))?.to);
  expect(claimed.slice(0, 3).sort()).toEqual(['ann@example.com', 'loud-0@example.com', 'quiet@example.com']);
  expect(claimed.slice(3)).toEqual(['loud-1@example.com', 'loud-2@example.com', 'loud-3@example.com']);
});

test('many mails that receivers asked for do not delay those of an org', async () => {
  const until = new Date(Date.now() + 60_000);
  expect(await mails.claim(new Date(), until)).toBeUndefined();
  for (let waiting = 0; waiting < 3; waiting++) await write('asked@example.com');
  await write('of-org@example.com', 1800, 'org-1');
  const claimed = [await mails.claim(new Date(), until), await mails.claim(new Date(), until)];
  expect(claimed.map((mail) => mail?.to).sort()).toEqual(['asked@example.com', 'of-org@example.com']);
});

describe('by SMTP', () => {
  test('a mail arrives once, whole, and leaves the queue', async () => {
    const server = await startServer();
    startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    const id = await write('ann@example.com');
    await emptied();
    expect(server.received).toMatchObject([{ from: 'no-reply@selvedge.example', to: ['ann@example.com'] }]);
    const { message } = server.received[0] as { message: string };
    expect(message.split('\r\n')).toEqual(expect.arrayContaining([LINK, `Message-ID: <${id}@selvedge.example>`]));
  });

  test('a mail that was written while the server was down arrives once when it is up', async () => {
    const before = await startSmtpServer();
    await before.close();
    const mailer = { SMTP_URL: `smtp://127.0.0.1:${before.port}?ignoreTLS=true` };
    const failures = await counted('failed');
    startMailer(mailer);
    startMailer(mailer);
    await write('ann@example.com');
    await eventually(async () => (await counted('failed')) > failures);

    const server = await startServer({}, before.port);
    await hurry();
    await emptied();
    expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com']]);
  });

  test('speaks TLS after STARTTLS, to a server that it knows, and logs in', async () => {
    const authority = await createAuthority();
    const certificate = await issueCertificate(await loadAuthority(authority), 'gateway');
    const secure = { ...certificate, disabledCommands: [] as string[], secure: false };
    const server = await startServer(secure);
    const trusted = `smtp://ann:secret@localhost:${server.port}?tls.ca=${encodeURIComponent(authority.cert)}`;
    startMailer({ SMTP_URL: trusted });
    await write('ann@example.com');
    await emptied();
    expect(server.received).toMatchObject([{ secure: true, user: 'ann' }]);
  });

  test.each([
    ['offers no TLS', {}, '', ''],
    ['has a certificate that nobody vouches for', { disabledCommands: ['AUTH'] }, '', ''],
    ['refuses the password', { disabledCommands: [] }, 'ann:wrong@', '?tls.rejectUnauthorized=false'],
  ])('sends nothing to a server that %s, and tries again', async (_what, options, credentials, query) => {
    const server = await startServer(options);
    const failures = await counted('failed');
    startMailer({ SMTP_URL: `smtp://${credentials}localhost:${server.port}${query}` });
    await write('ann@example.com');
    await eventually(async () => (await counted('failed')) > failures);
    expect(server.received).toEqual([]);
    expect(await store.connection.collection('mails').countDocuments()).toBe(1);
  });

  test('an address that the server refuses for good is given up, and not named in the log', async () => {
    const server = await startServer();
    const refused = await counted('refused');
    startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    await write('unknown@example.com');
    await emptied();
    expect(await counted('refused')).toBe(refused + 1);
    expect(log).not.toContain('unknown@example.com');
  });

  test('a mail that cannot be opened is set aside, counted, and holds up no other', async () => {
    const unreadable = async () => {
      const values = await registry.getSingleMetric('unreadable_values_total')?.get();
      return values?.values.find(({ labels }) => labels.collection === 'mails')?.value ?? 0;
    };
    const before = await unreadable();
    const id = await write('lost@example.com');
    const rows = store.connection.collection<{ _id: string }>('mails');
    await rows.updateOne({ _id: id }, { $set: { sealed: Buffer.from('sealed with a key that is gone') } });
    await write('ann@example.com');
    const server = await startServer();
    startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    await eventually(async () => server.received.length === 1 && (await mails.count(10)) === 0);
    expect(server.received.map(({ to }) => to)).toEqual([['ann@example.com']]);
    expect(await rows.findOne({ _id: id })).toMatchObject({ dueAt: null });
    expect(await unreadable()).toBe(before + 1);
    expect(log).toContain(id);
  });

  test('a mail whose link has expired is not sent', async () => {
    const server = await startServer();
    const expired = await counted('expired');
    await write('ann@example.com', -1);
    startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    await emptied();
    expect(server.received).toEqual([]);
    expect(await counted('expired')).toBe(expired + 1);
  });

  test('what a dead process had claimed is sent by another', async () => {
    const server = await startServer();
    await write('ann@example.com');
    const past = new Date(Date.now() - 1);
    expect(await mails.claim(new Date(), past)).toBeDefined();
    startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    await emptied();
    expect(server.received).toHaveLength(1);
  });

  test('a mail that is being sent stays claimed for as long as that takes, and not a moment after', async () => {
    const server = await startServer({ onConnect: () => {} });
    startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` }, { renewEveryMs: 20 });
    const id = await write('ann@example.com');
    const dueAt = async () => {
      const mail = await store.connection.collection('mails').findOne({ _id: id as never });
      return Number(mail?.dueAt);
    };
    const claimed = await eventually(async () => {
      const until = await dueAt();
      return until > Date.now() ? until : false;
    });
    await eventually(async () => (await dueAt()) > claimed + 100);
    const next = new Date(Date.now() + 3_600_000);
    await mails.postpone(id, next);
    expect(await mails.renew(id, new Date(claimed), new Date())).toBe(false);
    expect(await dueAt()).toBe(next.getTime());
  });

  test('a server that never answers keeps no process from stopping; the mail stays', async () => {
    let connected = 0;
    const server = await startServer({ onConnect: () => void connected++ });
    const mailer = startMailer({ SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    await write('ann@example.com');
    await eventually(() => connected > 0);
    const started = performance.now();
    await mailer.stop?.();
    // Not after the ten seconds after which a silent server is given up in any case.
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await store.connection.collection('mails').countDocuments()).toBe(1);
  });
});

describe('into files', () => {
  test('a mail is one file that nobody else can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'selvedge-mail-'));
    startMailer({ MAIL_DIR: join(folder, 'mail') });
    await write('ann@example.com');
    await write('ben@example.com');
    await emptied();
    const files = readdirSync(join(folder, 'mail')).map((name) => join(folder, 'mail', name));
    expect(files).toHaveLength(2);
    for (const file of files) {
      expect(file).toMatch(/\.eml$/);
      expect(readFileSync(file, 'utf8').split('\r\n')).toContain(LINK);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
    rmSync(folder, { recursive: true });
  });

  test('without a server or a folder mails wait, and the log says what to set', async () => {
    const failures = await counted('failed');
    startMailer({});
    await write('ann@example.com');
    await eventually(async () => (await counted('failed')) > failures);
    expect(log).toContain('Neither SMTP_URL nor MAIL_DIR is set');
  });
});

test('the log holds no link, no address and no password of the server', () => {
  for (const secret of [LINK, 'ann@example.com', 'ann:wrong', 'ann:secret']) expect(log).not.toContain(secret);
});
