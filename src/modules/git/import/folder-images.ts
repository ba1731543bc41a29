import { posix } from 'node:path';
import { Injectable } from '@nestjs/common';
import { lookup } from 'mime-types';
import type { ContentEdit } from '#modules/content/index.js';
import { OpenApiBlocks } from '#modules/openapi/index.js';
import { MAX_FILE_SIZE, readDimensions, Storage } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Logger } from '#platform/logging/logger.js';
import type { ImportWarning } from '../folder/import-warning.js';
import type { Folder } from '../folder/read-folder.js';
import { EMPTY_TREE } from '../space-tree.js';
import type { FolderImage } from './folder-image.js';
import { Identities } from './identities.js';
import { imageEdits } from './image-edits.js';
import { ImageBuilder, type StoreFile } from './image-builder.js';
import { apiWarnings } from './left-out.js';

type OnProgress = (done: number, total: number) => void;

/** Turns folders into images of content, with their files in storage. */
@Injectable()
export class FolderImages {
  constructor(
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly apiBlocks: OpenApiBlocks,
    private readonly logger: Logger,
  ) {}

  /**
   * Call it outside of a transaction. What is odd in the folder is a warning, never an error.
   * @param confine leaves of the image what may be shown, before anything that it names is looked at.
   */
  async read(
    organizationId: string,
    folder: Folder,
    identities: Identities,
    warnings: ImportWarning[],
    onProgress: OnProgress,
    confine: (image: FolderImage) => FolderImage = (image) => image,
  ): Promise<FolderImage> {
    const builder = new ImageBuilder(
      folder,
      identities,
      this.storeIn(organizationId),
      warnings,
      (err: unknown) => this.logger.warn('A text of an import cannot be read', { err }),
    );
    const image = confine(await builder.build(onProgress));
    const root = folder.fullPath('').length;
    const read = async (path: string) => (await folder.content.read(path.slice(root))).toString('utf8');
    warnings.push(...(await apiWarnings(organizationId, this.apiBlocks, image, read)));
    return image;
  }

  /** As `read`, for a folder that has nothing to do with what any space has: everything gets a new id. */
  readNew(
    organizationId: string,
    folder: Folder,
    warnings: ImportWarning[],
    onProgress: OnProgress,
  ): Promise<FolderImage> {
    const identities = new Identities(EMPTY_TREE, EMPTY_TREE, folder.config.root, new Set());
    return this.read(organizationId, folder, identities, warnings, onProgress);
  }

  private storeIn(organizationId: string): StoreFile {
    return async (path, bytes) => {
      if (bytes.length > MAX_FILE_SIZE) return null;
      const name = posix.basename(path);
      const contentType = lookup(name) || 'application/octet-stream';
      const { blob, size } = await this.storage.put(organizationId, bytes, { contentType });
      const dimensions = contentType.startsWith('image/') ? readDimensions(bytes) : undefined;
      const createdAt = this.clock.now().toISOString();
      return { name, contentType, size, blob, createdAt, ...(dimensions ? { dimensions } : {}) };
    };
  }
}

/** The edits that add all of an image to some content. */
export function additionEdits(image: FolderImage): ContentEdit[] {
  return imageEdits(EMPTY_TREE, image);
}
