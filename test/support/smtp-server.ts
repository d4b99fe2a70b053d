import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it was received, with its headers. */
  message: string;
  secure: boolean;
  user: string | undefined;
}

export interface RunningSmtpServer {
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

/** A real SMTP server. It refuses any password except `secret`, and the receiver unknown@example.com. */
export async function startSmtpServer(options: SMTPServerOptions = {}, port = 0): Promise<RunningSmtpServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    closeTimeout: 100,
    onAuth({ username, password }, _session, done) {
      if (password === 'secret') done(null, { user: username });
      else done(new Error('Invalid login'));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = Object.assign(new Error(`No such user: ${address}`), { responseCode: 550 });
      done(address === 'unknown@example.com' ? refusal : null);
    },
    onData(stream, { envelope, secure, user }, done) {
      text(stream).then((message) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          message,
          secure,
          user: user as string,
        });
        done();
      }, done);
    },
    ...options,
  });
  // A client that closes its connection early causes an error event. It is not a fault of the server.
  server.on('error', () => undefined);
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
