import { timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InstallationSecrets, sign } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Urls } from '#platform/http/urls.js';

const VALID_SECONDS = 3_600;
const SIGNATURE_BYTES = 16;

/** The file of a download link. */
export interface PdfLink {
  organizationId: string;
  exportId: string;
  name: string;
}

/** Addresses of PDF files that work for an hour without a token: `<PUBLIC_URL>/~pdf/<signed>/<name>`. */
@Injectable()
export class PdfLinks implements OnModuleInit {
  private secret?: Buffer;

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly urls: Urls,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    this.secret = await this.secrets.get('pdf');
  }

  sign({ organizationId, exportId, name }: PdfLink): string {
    const until = Math.floor(this.clock.now().getTime() / 1000) + VALID_SECONDS;
    const payload = [until, organizationId, exportId].join('.');
    const token = `${this.signatureOf(payload, name).toString('base64url')}.${payload}`;
    return this.urls.at('~pdf', token, name);
  }

  /** The file of the address; null when it was not made here, was altered, or has expired. */
  verify(token: string, name: string): (PdfLink & { secondsLeft: number }) | null {
    const [signature = '', ...rest] = token.split('.');
    const [until, organizationId, exportId] = rest;
    if (!until || !organizationId || !exportId) return null;
    const given = Buffer.from(signature, 'base64url');
    const expected = this.signatureOf(rest.join('.'), name);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const secondsLeft = Number(until) - Math.floor(this.clock.now().getTime() / 1000);
    return secondsLeft > 0 ? { organizationId, exportId, name, secondsLeft } : null;
  }

  private signatureOf(payload: string, name: string): Buffer {
    if (!this.secret) throw new Error('The key for PDF links is not loaded yet.');
    return sign(this.secret, [payload, name], SIGNATURE_BYTES);
  }
}

/** A name for the file: what the title says, in what every file system takes. */
export function fileName(title: string): string {
  const name = title
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what has to go
    .replace(/[\\/:*?"<>|\u0000-\u001f\u007f\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .replace(/\p{Surrogate}/gu, '')
    .replace(/[. ]+$/, '');
  return `${name === '' || /^\.+$/.test(name) ? 'document' : name}.pdf`;
}
