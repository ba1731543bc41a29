import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { Storage } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Logger } from '#platform/logging/logger.js';
import { Heartbeat } from '#platform/runs/heartbeat.js';
import { BookLoader } from './book/book-loader.js';
import { Typesetter, TypesettingFailed, TypesettingInterrupted } from './engine/typesetter.js';
import { type PdfExport, PdfExportsRepository } from './pdf-exports.repository.js';
import { ABANDONED_MS } from './pdf-exports.service.js';
import { typesetBook } from './typesetting/typeset-book.js';
import type { PictureSource } from './typesetting/typesetting.types.js';

/** Larger pictures, and those past the sum, are shown as boxes that say what is missing. */
const MAX_PICTURE = 20 * 1024 * 1024;
const MAX_PICTURES = 300 * 1024 * 1024;

/** Keeps an export claimed until its file is made. */
class Hold extends Heartbeat {
  constructor(
    private held: PdfExport,
    private readonly exports: PdfExportsRepository,
    private readonly clock: Clock,
  ) {
    super(ABANDONED_MS / 4);
  }

  /** The export as it was last renewed. */
  get export(): PdfExport {
    return this.held;
  }

  protected async write(): Promise<boolean> {
    const renewed = await this.exports.renew(this.held, this.clock.now());
    this.held = renewed ?? this.held;
    return renewed !== null;
  }
}

/** Makes the file of an export and stores it. */
@Injectable()
export class MakePdf {
  constructor(
    private readonly exports: PdfExportsRepository,
    private readonly loader: BookLoader,
    private readonly typesetter: Typesetter,
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Does nothing when it is done. What fails is noted for those who wait.
   * @throws TypesettingInterrupted when the application ends: the job is to be given to another process.
   * @returns false when another process is at it, which may be gone: look again later.
   */
  async execute(organizationId: string, id: string): Promise<boolean> {
    const now = this.clock.now();
    const cutoff = new Date(now.getTime() - ABANDONED_MS);
    const claimed = await this.exports.claim({ organizationId, id }, now, cutoff);
    if (!claimed) return (await this.exports.find({ organizationId, id }))?.state !== 'making';
    const hold = new Hold(claimed, this.exports, this.clock);
    const outcome = await this.outcomeOf(claimed);
    await hold.end();
    await this.exports.finish(hold.export, outcome, this.clock.now());
    if ('again' in outcome) throw new TypesettingInterrupted();
    return true;
  }

  private async outcomeOf(
    claimed: PdfExport,
  ): Promise<{ blob: string } | { error: string } | { again: true }> {
    try {
      return { blob: await this.make(claimed) };
    } catch (error) {
      if (error instanceof TypesettingInterrupted) return { again: true };
      if (error instanceof TypesettingFailed) return { error: error.message };
      this.logger.error('A PDF could not be made', { err: error });
      return { error: 'The PDF could not be made; please try again in a minute.' };
    }
  }

  private async make(claimed: PdfExport): Promise<string> {
    const { organizationId, spaceId, recipe } = claimed;
    const loaded = await this.loader.load(organizationId, spaceId, recipe);
    if (!loaded) throw new TypesettingFailed('The content is gone.');
    const { files, pictures } = await typesetBook(loaded.book, loaded.references);
    const folder = await mkdtemp(join(tmpdir(), 'bindery-pdf-'));
    try {
      for (const [path, text] of files) await this.write(join(folder, path), text);
      await this.writePictures(organizationId, folder, pictures);
      await this.typesetter.typeset(folder);
      const options = { contentType: 'application/pdf' };
      const { blob } = await this.storage.put(
        organizationId,
        createReadStream(join(folder, 'out.pdf')),
        options,
      );
      return blob;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async writePictures(
    organizationId: string,
    folder: string,
    pictures: Map<string, PictureSource>,
  ): Promise<void> {
    let sum = 0;
    for (const [path, source] of pictures) {
      if ('bytes' in source) {
        await this.write(join(folder, path), source.bytes);
        continue;
      }
      const size = await this.storage.stat(organizationId, source.blob);
      if (size === null || size > MAX_PICTURE || sum + size > MAX_PICTURES) continue;
      const opened = await this.storage.open(organizationId, source.blob);
      if (!opened) continue;
      sum += size;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await pipeline(opened.stream, createWriteStream(join(folder, path)));
    }
  }

  private async write(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
