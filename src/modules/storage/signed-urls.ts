import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Urls } from '#platform/http/urls.js';
import { decodePercent } from '#platform/http/decode-percent.js';
import type { InstallationSecret } from './installation-secret.js';
import { InstallationSecrets } from './installation-secrets.repository.js';

const DAY_MS = 86_400_000;
/** A link works for the rest of the day it was made on and this many days more. */
const VALID_DAYS = 7;
const SIGNATURE_BYTES = 16;

/** The file of a download link. */
export interface SignedFile {
  organizationId: string;
  blob: string;
  contentType: string;
  name: string;
}

/**
 * Download addresses that work without a token: `<PUBLIC_URL>/~files/<signed>/<name>`. The signed part names
 * organization, blob, type and last day; the name is covered by the signature too. Made on one day, links to one file
 * are equal, so that caches work.
 */
@Injectable()
export class SignedUrls {
  private readonly secret = this.secrets.declare('files');

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly urls: Urls,
    private readonly clock: Clock,
  ) {}

  /** The absolute address to download the file from. */
  sign(file: SignedFile): string {
    const lastDay = Math.floor(this.clock.now().getTime() / DAY_MS) + VALID_DAYS;
    const name = pathSafe(file.name);
    return this.urls.at('~files', encodeToken(this.secret, { ...file, name }, lastDay), name);
  }

  /**
   * The file of the address and the seconds for which it still works.
   * @returns null when it was not made here, was altered, or has expired.
   */
  verify(token: string, name: string): (SignedFile & { secondsLeft: number }) | null {
    const decoded = decodeToken(this.secret, token, name);
    if (!decoded) return null;
    const secondsLeft = Math.floor(((decoded.lastDay + 1) * DAY_MS - this.clock.now().getTime()) / 1000);
    return secondsLeft > 0 ? { ...decoded.file, secondsLeft } : null;
  }

  /** The file of an address of ours, even after it has expired; null for any other address. */
  identify(address: string): SignedFile | null {
    const prefix = this.urls.at('~files', '');
    if (!address.startsWith(prefix)) return null;
    const [token = '', name = ''] = address.slice(prefix.length).split('/');
    return decodeToken(this.secret, token, decodePercent(name))?.file ?? null;
  }
}

/** A name that survives as one path segment: proxies decode `%2F`, and dots alone are directions. */
function pathSafe(name: string): string {
  const safe = name.replace(/[/\\\0]/g, '_').replace(/\p{Surrogate}/gu, '_');
  return /^\.*$/.test(safe) ? `file${safe}` : safe;
}

/** Day, hash, and the two texts with the length of the first, then the signature; as base64url. */
function encodeToken(secret: InstallationSecret, file: SignedFile, lastDay: number): string {
  const organization = Buffer.from(file.organizationId);
  const head = Buffer.alloc(3);
  head.writeUInt16BE(lastDay);
  head.writeUInt8(organization.length, 2);
  const payload = Buffer.concat([
    head,
    Buffer.from(file.blob, 'hex'),
    organization,
    Buffer.from(file.contentType),
  ]);
  return Buffer.concat([secret.sign([payload, file.name], SIGNATURE_BYTES), payload]).toString('base64url');
}

function decodeToken(
  secret: InstallationSecret,
  token: string,
  name: string,
): { file: SignedFile; lastDay: number } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length < SIGNATURE_BYTES + 36) return null;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  if (!secret.verify(bytes.subarray(0, SIGNATURE_BYTES), [payload, name], SIGNATURE_BYTES)) return null;
  const length = payload.readUInt8(2);
  const file = {
    blob: payload.toString('hex', 3, 35),
    organizationId: payload.toString('utf8', 35, 35 + length),
    contentType: payload.toString('utf8', 35 + length),
    name,
  };
  return { file, lastDay: payload.readUInt16BE(0) };
}
