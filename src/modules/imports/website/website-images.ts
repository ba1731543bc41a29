import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { extension, lookup } from 'mime-types';
import { FetchFailed } from '#platform/http-client/guarded-fetch.js';
import { decodePercent } from '#platform/http/decode-percent.js';
import { LIMITS } from '../import-limits.js';
import type { ImportProgress } from '../import-progress.js';
import { BudgetSpent, type SiteFetch } from './site-fetch.js';

const DATA = /^data:(image\/[\w.+-]+)((?:;[^;,]*)*?)(;base64)?,/i;

/** Images of a website, fetched once each and put into the folder; one that cannot be had stays where it is. */
export class WebsiteImages {
  /** Path in the folder by address; null for those that stay. */
  private readonly paths = new Map<string, string | null>();

  constructor(
    private readonly site: SiteFetch,
    private readonly progress: ImportProgress,
    private readonly folder: string,
    private readonly mayFetch: (address: string) => boolean,
  ) {}

  /** Brings the images of a page in. */
  async fetchAll(addresses: Iterable<string>): Promise<void> {
    const missing = [...new Set(addresses)].filter((address) => !this.paths.has(address));
    for (let at = 0; at < missing.length; at += this.site.width)
      await Promise.all(missing.slice(at, at + this.site.width).map((address) => this.fetch(address)));
  }

  /** Path of an image that was fetched; undefined when it was not. */
  pathOf(address: string): string | undefined {
    return this.paths.get(address) ?? undefined;
  }

  private async fetch(address: string): Promise<void> {
    this.paths.set(address, null);
    if (this.paths.size > LIMITS.images) return;
    const data = DATA.exec(address);
    if (data) return this.saveData(address, data);
    if (!this.mayFetch(address)) return;
    try {
      const { bytes, contentType } = await this.site.get(address, LIMITS.imageBytes, 'image/*');
      const name = nameOf(address, contentType);
      if (name === undefined) return this.fail(address, 'the address does not lead to an image');
      await this.save(address, name, bytes);
    } catch (error) {
      if (error instanceof BudgetSpent) return;
      if (!(error instanceof FetchFailed)) throw error;
      this.fail(address, error.message);
    }
  }

  private fail(address: string, reason: string): void {
    this.progress.fail(this.progress.add(address), `The image stays where it is: ${reason}.`);
  }

  private async saveData(address: string, [head, type = '', , isBase64]: RegExpExecArray): Promise<void> {
    const body = address.slice(head.length);
    const bytes = isBase64 ? Buffer.from(body, 'base64') : Buffer.from(decodePercent(body));
    if (bytes.length <= LIMITS.imageBytes)
      await this.save(address, `image.${extension(type) || 'bin'}`, bytes);
  }

  private async save(address: string, name: string, bytes: Buffer): Promise<void> {
    // A folder for each keeps their names as they were.
    const path = `assets/${this.paths.size}-${bytes.length}/${name}`;
    const target = join(this.folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes, { mode: 0o600 });
    this.paths.set(address, path);
  }
}

/** Name of an image, with the extension of its type; undefined for other types. */
function nameOf(address: string, contentType: string): string | undefined {
  const type = (contentType.split(';')[0] ?? '').trim();
  const last = decodePercent(posix.basename(new URL(address).pathname));
  const base = last.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(-100) || 'image';
  const isNamed = String(lookup(base)).startsWith('image/');
  if (type.startsWith('image/')) return isNamed ? base : `${base}.${extension(type) || 'img'}`;
  return isNamed && (type === '' || type === 'application/octet-stream') ? base : undefined;
}
