import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type ChannelCredentials, experimental, type ServerCredentials } from '@grpc/grpc-js';
import type { Logger } from '../runtime/logger.ts';
import { certificateExpiry, certificateReloadFailures } from '../runtime/metrics.ts';

/** Paths of PEM files. */
export interface TlsFiles extends KeyPairFiles {
  ca: string;
}

export interface KeyPairFiles {
  cert: string;
  key: string;
}

/** The peers to which a certificate is shown: other processes, or callers of the gateway. */
type Use = 'rpc' | 'https';

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/** Milliseconds: how soon a renewed certificate is taken up. */
export const CHECK_INTERVAL = 10_000;

/**
 * Credentials that read their files again when they change, so that renewing a certificate needs no restart. A connection
 * that has not shown a certificate of ours after `handshakeTimeout` milliseconds is closed.
 */
export function serverCredentials(files: TlsFiles, handshakeTimeout: number, logger: Logger): ServerCredentials {
  const source = new CertificateFiles(files, logger);
  const credentials = experimental.createCertificateProviderServerCredentials(source, source, true);
  // The options with which grpc-js creates its TLS server. It has none for the handshake: Node waits 2 minutes.
  const options = credentials._getConstructorOptions();
  credentials._getConstructorOptions = () => ({ ...options, handshakeTimeout });
  return credentials;
}

export function clientCredentials(files: TlsFiles, logger: Logger): ChannelCredentials {
  const source = new CertificateFiles(files, logger);
  return experimental.createCertificateProviderChannelCredentials(source, source);
}

/** Reads a certificate and its key. Throws when they cannot be read, or do not belong together: one may be newer. */
export function readKeyPair({ cert, key }: KeyPairFiles, use: Use): { cert: Buffer; key: Buffer } {
  const pair = { cert: readFileSync(cert), key: readFileSync(key) };
  const certificate = new X509Certificate(pair.cert);
  if (!certificate.checkPrivateKey(createPrivateKey(pair.key))) throw new Error(`${key} is not the key of ${cert}`);
  certificateExpiry.labels(use).set(certificate.validToDate.getTime() / 1000);
  return pair;
}

/**
 * Returns a check, to be made every CHECK_INTERVAL, that takes up the files once they have changed. While that fails it is
 * tried again, and operators are told each time: the former certificate expires.
 */
export function renewal(files: string[], use: Use, logger: Logger, takeUp: () => void): () => void {
  let version = versionOf(files);
  return () => {
    try {
      const current = versionOf(files);
      if (current === version) return;
      takeUp();
      version = current;
    } catch (error) {
      certificateReloadFailures.labels(use).inc();
      logger.error({ err: error, use }, 'A renewed certificate cannot be taken up; the former one stays in use');
    }
  };
}

function versionOf(files: string[]): string {
  return files.map((file) => statSync(file).mtimeMs).join();
}

const BEGIN = '-----BEGIN CERTIFICATE-----';

/** Reads the CA certificates. Throws when one of them is none, or there is none: with those, no peer could be believed. */
function readAuthorities(file: string): Buffer {
  const pem = readFileSync(file);
  const [, ...certificates] = pem.toString('latin1').split(BEGIN);
  for (const certificate of certificates) new X509Certificate(BEGIN + certificate);
  if (certificates.length === 0) throw new Error(`${file} holds no certificate`);
  return pem;
}

/** Throws at once when a file cannot be read; later keeps what it has, since files may be seen half-written. */
export class CertificateFiles implements experimental.CertificateProvider {
  readonly #files: TlsFiles;
  readonly #check: () => void;
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  #current: { ca: Buffer; cert: Buffer; key: Buffer };
  #timer: NodeJS.Timeout | undefined;

  constructor(files: TlsFiles, logger: Logger) {
    this.#files = files;
    this.#check = renewal(Object.values(files), 'rpc', logger, () => this.#takeUp());
    this.#current = this.#read();
  }

  addCaCertificateListener(listener: CaListener): void {
    this.#caListeners.add(listener);
    this.#watch();
    process.nextTick(listener, this.#ca());
  }

  removeCaCertificateListener(listener: CaListener): void {
    this.#caListeners.delete(listener);
    this.#watch();
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.add(listener);
    this.#watch();
    process.nextTick(listener, this.#identity());
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.#identityListeners.delete(listener);
    this.#watch();
  }

  #watch(): void {
    if (this.#caListeners.size + this.#identityListeners.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    // Not begun anew by each connection, or connections that come and go would put the check off for ever.
    this.#timer ??= setInterval(this.#check, CHECK_INTERVAL).unref();
  }

  #takeUp(): void {
    this.#current = this.#read();
    for (const listener of this.#caListeners) listener(this.#ca());
    for (const listener of this.#identityListeners) listener(this.#identity());
  }

  #ca = () => ({ caCertificate: this.#current.ca });
  #identity = () => ({ certificate: this.#current.cert, privateKey: this.#current.key });

  #read() {
    return { ca: readAuthorities(this.#files.ca), ...readKeyPair(this.#files, 'rpc') };
  }
}
