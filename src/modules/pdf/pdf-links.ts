import { Injectable } from '@nestjs/common';
import { InstallationSecrets } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Urls } from '#platform/http/urls.js';

const VALID_SECONDS = 3_600;

/** The file of a download link. */
export interface PdfLink {
  organizationId: string;
  exportId: string;
  name: string;
}

/** Addresses of PDF files that work for an hour without a token: `<PUBLIC_URL>/~pdf/<signed>/<name>`. */
@Injectable()
export class PdfLinks {
  private readonly secret = this.secrets.declare('pdf');

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly urls: Urls,
    private readonly clock: Clock,
  ) {}

  sign({ organizationId, exportId, name }: PdfLink): string {
    const until = Math.floor(this.clock.now().getTime() / 1000) + VALID_SECONDS;
    const payload = [until, organizationId, exportId].join('.');
    const token = `${this.secret.sign([payload, name]).toString('base64url')}.${payload}`;
    return this.urls.at('~pdf', token, name);
  }

  /** The file of the address; null when it was not made here, was altered, or has expired. */
  verify(token: string, name: string): (PdfLink & { secondsLeft: number }) | null {
    const [signature = '', ...rest] = token.split('.');
    const [until, organizationId, exportId] = rest;
    if (!until || !organizationId || !exportId) return null;
    if (!this.secret.verify(Buffer.from(signature, 'base64url'), [rest.join('.'), name])) return null;
    const secondsLeft = Number(until) - Math.floor(this.clock.now().getTime() / 1000);
    return secondsLeft > 0 ? { organizationId, exportId, name, secondsLeft } : null;
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
