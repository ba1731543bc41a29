import { X509Certificate } from 'node:crypto';
import { BadRequest } from '#platform/http/errors.js';

const PEM = /-----BEGIN ([^-\r\n]+)-----[^-]*-----END \1-----/g;
const BARE_BASE64 = /^[A-Za-z0-9+/=\s]+$/;
const MIN_RSA_BITS = 2048;
const DAY_MS = 24 * 3_600_000;
/** Time before the expiry of certificates at which warnings begin. */
const SOON_MS = 30 * DAY_MS;

export type CertificateStatus = 'valid' | 'expiring' | 'expired';

export interface CertificateFacts {
  subject: string;
  /** SHA-256 of the certificate, as tools print it. */
  fingerprint: string;
  validUntil: Date;
  status: CertificateStatus;
}

/**
 * Reads the signing certificates of an identity provider: PEM blocks, or the one of its metadata without the PEM lines.
 * @returns them as PEM, each once, in their order.
 * @throws BadRequest naming `certificate` for anything else, for keys that signatures cannot be checked with, and when
 *   all of them have ended.
 */
export function parseCertificates(text: string, now: Date): string {
  const blocks = pemBlocks(text.trim());
  const certificates = blocks.map((block, index) =>
    read(block, blocks.length > 1 ? ` (number ${index + 1})` : ''),
  );
  if (certificates.every((certificate) => new Date(certificate.validTo) <= now)) {
    const [ended] = certificates;
    throw new BadRequest(
      `certificate: it ended at ${new Date(ended?.validTo ?? 0).toISOString()}; get the current one from the identity provider.`,
    );
  }
  return [...new Set(certificates.map((certificate) => certificate.toString().trim()))].join('\n');
}

/** The PEM blocks of what `parseCertificates` answered. */
export function splitCertificates(pem: string): string[] {
  return pem.match(PEM) ?? [];
}

/** Facts about the certificates for administrators, in their order. */
export function describeCertificates(pem: string, now: Date): CertificateFacts[] {
  return splitCertificates(pem).map((block) => {
    const certificate = new X509Certificate(block);
    const validUntil = new Date(certificate.validTo);
    const left = validUntil.getTime() - now.getTime();
    return {
      subject: certificate.subject.split('\n').join(', '),
      fingerprint: certificate.fingerprint256,
      validUntil,
      status: left <= 0 ? 'expired' : left < SOON_MS ? 'expiring' : 'valid',
    };
  });
}

/** When the last of the certificates ends, if that is soon or over; null while there is time. */
export function endsSoon(pem: string, now: Date): Date | null {
  const facts = describeCertificates(pem, now);
  if (facts.length === 0 || facts.some(({ status }) => status === 'valid')) return null;
  return new Date(Math.max(...facts.map(({ validUntil }) => validUntil.getTime())));
}

function pemBlocks(text: string): string[] {
  if (!text.includes('-----')) {
    if (text !== '' && BARE_BASE64.test(text))
      return [`-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`];
    throw notCertificates();
  }
  const blocks = text.match(PEM) ?? [];
  // Text between blocks is a damaged block, or something that does not belong here.
  if (blocks.length === 0 || text.replace(PEM, '').trim() !== '') throw notCertificates();
  if (!blocks.every((block) => block.startsWith('-----BEGIN CERTIFICATE-----')))
    throw new BadRequest('certificate: only blocks "CERTIFICATE" belong here, and never a private key.');
  return blocks;
}

function read(block: string, which: string): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(block);
  } catch {
    throw notCertificates(which);
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  const isStrongRsa =
    asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS;
  if (!isStrongRsa)
    throw new BadRequest(`certificate${which}: its key must be an RSA key of ${MIN_RSA_BITS} bits or more.`);
  return certificate;
}

function notCertificates(which = ''): BadRequest {
  return new BadRequest(
    `certificate${which} must be the signing certificate of the identity provider (X.509, PEM); several one after the other while keys rotate.`,
  );
}
