import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { type ChannelCredentials, experimental, type ServerCredentials } from '@grpc/grpc-js';
import type { Logger } from './logger.ts';
import { certificateExpiry, certificateReloadFailures } from './metrics.ts';

/** Paths of PEM files. */
export interface TlsFiles extends KeyPairFiles {
  ca: string;
}

export interface KeyPairFiles {
  cert: string;
  key: string;
}

/** What a certificate is shown to: other processes, or callers of the gateway. */
type Use = 'rpc' | 'https';

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/** How soon a renewed certificate is taken up. */
const CHECK_INTERVAL = 10_000;

/**
 * Credentials that read their files again when they change, so that renewing a certificate needs no restart. A connection
 * that has not shown a certificate of ours after `handshakeTimeout` milliseconds is closed.
 */
export function serverCredentials(files: TlsFiles, handshakeTimeout: number, logger: Logger): ServerCredentials {
  const source = new CertificateFiles(files, logger);
  const credentials = experimental.createCertificateProviderServerCredentials(source, source, true);
  // What grpc-js makes its TLS server with, and has no option for: Node waits 2 minutes.
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

/** Tells operators that renewed files are not taken up, and the former ones expire. */
export function reportReloadFailure(error: unknown, use: Use, logger: Logger): void {
  certificateReloadFailures.labels(use).inc();
  logger.error({ err: error, use }, 'A renewed certificate cannot be taken up; the former one stays in use');
}

/** Throws at once when a file cannot be read; later keeps what it has, since files may be seen half-written. */
export class CertificateFiles implements experimental.CertificateProvider {
  readonly #files: TlsFiles;
  readonly #logger: Logger;
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  #version: string;
  #current: { ca: Buffer; cert: Buffer; key: Buffer };
  #timer: NodeJS.Timeout | undefined;

  constructor(files: TlsFiles, logger: Logger) {
    this.#files = files;
    this.#logger = logger;
    this.#version = this.#readVersion();
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
    clearInterval(this.#timer);
    if (this.#caListeners.size + this.#identityListeners.size === 0) return;
    this.#timer = setInterval(() => this.#refresh(), CHECK_INTERVAL).unref();
  }

  #refresh(): void {
    try {
      const version = this.#readVersion();
      if (version === this.#version) return;
      this.#current = this.#read();
      this.#version = version;
    } catch (error) {
      reportReloadFailure(error, 'rpc', this.#logger);
      return;
    }
    for (const listener of this.#caListeners) listener(this.#ca());
    for (const listener of this.#identityListeners) listener(this.#identity());
  }

  #ca = () => ({ caCertificate: this.#current.ca });
  #identity = () => ({ certificate: this.#current.cert, privateKey: this.#current.key });

  #read() {
    return { ca: readFileSync(this.#files.ca), ...readKeyPair(this.#files, 'rpc') };
  }

  #readVersion(): string {
    return Object.values(this.#files)
      .map((file) => statSync(file).mtimeMs)
      .join();
  }
}
