import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ChannelCredentials, experimental, type ServerCredentials } from '@grpc/grpc-js';
import { CHECK_INTERVAL, type KeyPairFiles, readKeyPair, renewal } from '../runtime/key-pair.ts';
import type { Logger } from '../runtime/logger.ts';

/** Paths of PEM files. */
export interface TlsFiles extends KeyPairFiles {
  ca: string;
}

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/**
 * Server credentials that read their files again when they change, so that a renewed certificate needs no restart. A
 * connection without a certificate of our CA is closed after `handshakeTimeout` milliseconds.
 */
export function serverCredentials(files: TlsFiles, handshakeTimeout: number, logger: Logger): ServerCredentials {
  const source = new CertificateFiles(files, logger);
  const credentials = experimental.createCertificateProviderServerCredentials(source, source, true);
  // The options with which grpc-js creates its TLS server. They lack the handshake timeout, which is 2 minutes in Node.
  const options = credentials._getConstructorOptions();
  credentials._getConstructorOptions = () => ({ ...options, handshakeTimeout });
  return credentials;
}

export function clientCredentials(files: TlsFiles, logger: Logger): ChannelCredentials {
  const source = new CertificateFiles(files, logger);
  return experimental.createCertificateProviderChannelCredentials(source, source);
}

const BEGIN = '-----BEGIN CERTIFICATE-----';

/**
 * Reads the CA certificates. Throws if one of them is invalid or there is none, because then no peer could be verified.
 */
function readAuthorities(file: string): Buffer {
  const pem = readFileSync(file);
  const [, ...certificates] = pem.toString('latin1').split(BEGIN);
  for (const certificate of certificates) new X509Certificate(BEGIN + certificate);
  if (certificates.length === 0) throw new Error(`${file} holds no certificate`);
  return pem;
}

/**
 * The constructor throws if a file cannot be read. Later, the last good files stay in use: a new file may not be
 * written completely yet.
 */
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
    // All connections share a timer. If each connection restarted it, frequent connections would delay the check
    // forever.
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
