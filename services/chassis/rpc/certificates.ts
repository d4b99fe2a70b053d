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
