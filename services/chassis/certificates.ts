import { readFileSync, statSync } from 'node:fs';
import { type ChannelCredentials, experimental, type ServerCredentials } from '@grpc/grpc-js';

/** Paths of PEM files. */
export interface TlsFiles {
  ca: string;
  cert: string;
  key: string;
}

type CaListener = experimental.CaCertificateUpdateListener;
type IdentityListener = experimental.IdentityCertificateUpdateListener;

/** How soon a renewed certificate is taken up. */
const CHECK_INTERVAL = 10_000;

/** Credentials that read their files again when they change, so that renewing a certificate needs no restart. */
export function serverCredentials(files: TlsFiles): ServerCredentials {
  const source = new CertificateFiles(files);
  return experimental.createCertificateProviderServerCredentials(source, source, true);
}

export function clientCredentials(files: TlsFiles): ChannelCredentials {
  const source = new CertificateFiles(files);
  return experimental.createCertificateProviderChannelCredentials(source, source);
}

/** Throws at once when a file cannot be read; later keeps what it has, since files may be seen half-written. */
export class CertificateFiles implements experimental.CertificateProvider {
  readonly #files: TlsFiles;
  readonly #caListeners = new Set<CaListener>();
  readonly #identityListeners = new Set<IdentityListener>();
  #version: string;
  #current: { ca: Buffer; cert: Buffer; key: Buffer };
  #timer: NodeJS.Timeout | undefined;

  constructor(files: TlsFiles) {
    this.#files = files;
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
    } catch {
      return;
    }
    for (const listener of this.#caListeners) listener(this.#ca());
    for (const listener of this.#identityListeners) listener(this.#identity());
  }

  #ca = () => ({ caCertificate: this.#current.ca });
  #identity = () => ({ certificate: this.#current.cert, privateKey: this.#current.key });

  #read() {
    const { ca, cert, key } = this.#files;
    return { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
  }

  #readVersion(): string {
    return Object.values(this.#files)
      .map((file) => statSync(file).mtimeMs)
      .join();
  }
}
