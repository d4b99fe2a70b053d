import type { Logger } from '#chassis/runtime/logger.ts';
import { periodic } from '#chassis/runtime/periodic.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { retryAt } from './domain/mail.ts';
import { mailAttempts } from './metrics.ts';
import type { ClaimedMail, MailRepository } from './repository.ts';
import { MailRefused, type MailTransport } from './transport.ts';

const POLL_MS = 1000;
/** Milliseconds until an attempt ends. Even a slow server answers within this time. */
const SEND_DEADLINE_MS = 45_000;
/**
 * Milliseconds of a claim. If the process has died, another process sends the mail then. A running process renews its
 * claim.
 */
const CLAIM_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
const CONCURRENCY = 4;

export interface MailerParts {
  mails: MailRepository;
  transport: MailTransport;
  logger: Logger;
  /** Options of tests. */
  lookEveryMs?: number;
  renewEveryMs?: number;
}

/**
 * Sends queued mails, each at least once. If the process dies after the server has accepted a mail, the mail is sent
 * again with the same Message-ID.
 */
export function createMailer({
  mails,
  transport,
  logger,
  lookEveryMs = POLL_MS,
  renewEveryMs = RENEW_EVERY_MS,
}: MailerParts): Component {
  const stopping = new AbortController();

  async function claim(): Promise<ClaimedMail | undefined> {
    if (stopping.signal.aborted) return undefined;
    const now = new Date();
    return mails.claim(now, claimEnd(now));
  }

  /** Sends mails until none is due. */
  async function sendDue(): Promise<void> {
    for (let mail = await claim(); mail; mail = await claim()) await attempt(mail);
  }

  /** Polls the queue. A poll that finds nothing costs one query. */
  async function look(): Promise<void> {
    const first = await claim();
    if (first) await Promise.all([attempt(first), ...Array.from({ length: CONCURRENCY - 1 }, sendDue)]);
  }

  async function attempt(mail: ClaimedMail): Promise<void> {
    if (mail.expiresAt <= new Date()) return giveUp(mail, 'expired');
    try {
      await sent(mail);
      await mails.remove(mail.id);
      mailAttempts.inc({ outcome: 'sent' });
    } catch (error) {
      // The mail may have been sent or not. It is neither removed nor postponed: the claim expires, and another process
      // sends the mail again.
      if (stopping.signal.aborted) return;
      await failed(mail, error);
    }
  }

  /**
   * Sends a mail and renews its claim. If a renewal fails, the claim expires, and another process may send the mail
   * too.
   */
  async function sent(mail: ClaimedMail): Promise<void> {
    let { claimedUntil } = mail;
    async function renew(): Promise<void> {
      const until = claimEnd(new Date());
      if (await mails.renew(mail.id, claimedUntil, until)) claimedUntil = until;
    }
    const warn = (error: unknown) => logger.warn({ err: error, mail: mail.id }, 'The claim of a mail was not renewed');
    const renewing = setInterval(() => renew().catch(warn), renewEveryMs);
    await handedOver(mail).finally(() => clearInterval(renewing));
  }

  function handedOver(mail: ClaimedMail): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(SEND_DEADLINE_MS)]);
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      transport.send(mail).then(resolve, reject);
    });
  }

  async function failed(mail: ClaimedMail, error: unknown): Promise<void> {
    logger.warn({ reason: reasonOf(error, mail), mail: mail.id, attempts: mail.attempts }, 'Mail could not be sent');
    if (error instanceof MailRefused) return giveUp(mail, 'refused');
    const next = retryAt(mail, mail.attempts, new Date());
    if (!next) return giveUp(mail, 'expired');
    mailAttempts.inc({ outcome: 'failed' });
    await mails.postpone(mail.id, next);
  }

  async function giveUp(mail: ClaimedMail, outcome: 'refused' | 'expired'): Promise<void> {
    mailAttempts.inc({ outcome });
    logger.warn({ mail: mail.id, attempts: mail.attempts, outcome }, 'Mail was given up');
    await mails.remove(mail.id);
  }

  const looking = periodic({
    name: 'mailer',
    run: look,
    everyMs: lookEveryMs,
    background: true,
    logger,
  });
  return {
    ...looking,
    async stop() {
      stopping.abort();
      await looking.stop?.();
    },
  };
}

const claimEnd = (now: Date) => new Date(now.getTime() + CLAIM_MS);

/** The server's reason without the receiver's address, because the address shows who has an account. */
function reasonOf(error: unknown, { to }: ClaimedMail): string {
  return String(error instanceof Error ? error.message : error).replaceAll(to, '(the receiver)');
}
