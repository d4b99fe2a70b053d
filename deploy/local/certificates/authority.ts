import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const DAY_MS = 24 * 60 * 60 * 1000;
const CA_DAYS = 3650;
/** Some TLS clients refuse a server certificate with a longer validity. */
const CERTIFICATE_DAYS = 397;
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;

export interface Pem {
  cert: string;
  key: string;
}
export interface Authority {
  cert: x509.X509Certificate;
  key: CryptoKey;
}

x509.cryptoProvider.set(webcrypto as Crypto);

export async function createAuthority(): Promise<Pem> {
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(CA_DAYS),
    name: 'CN=Selvedge local CA',
    signingAlgorithm: SIGNATURE,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: cert.toString('pem'), key: await exportKey(keys.privateKey) };
}

export async function loadAuthority(pem: Pem): Promise<Authority> {
  const der = x509.PemConverter.decode(pem.key)[0];
  if (der === undefined) throw new TypeError('The CA key is not PEM.');
  const key = await webcrypto.subtle.importKey('pkcs8', der, KEY, false, ['sign']);
  return { cert: new x509.X509Certificate(pem.cert), key };
}

/** A certificate for both ends of mTLS. It is valid for the process's name (in a cluster) and for localhost. */
export async function issueCertificate(authority: Authority, name: string): Promise<Pem> {
  const keys = await webcrypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const cert = await x509.X509CertificateGenerator.create({
    ...validity(CERTIFICATE_DAYS),
    subject: `CN=${name}`,
    issuer: authority.cert.subject,
    signingAlgorithm: SIGNATURE,
    signingKey: authority.key,
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: 'dns', value: name },
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
        { type: 'ip', value: '::1' },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.cert),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: cert.toString('pem'), key: await exportKey(keys.privateKey) };
}

function validity(days: number) {
  const now = Date.now();
  return {
    // RFC 5280: a serial number is positive, with at most 20 octets.
    serialNumber: `4${randomBytes(15).toString('hex')}`.padStart(32, '0'),
    // A client whose clock is a little slow must accept a new certificate.
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + days * DAY_MS),
  };
}

async function exportKey(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}
