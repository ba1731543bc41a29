import { Injectable, type OnModuleInit } from '@nestjs/common';
import { imageSize } from 'image-size';
import { BlobReferences, type SignedFile, Storage } from '#modules/storage/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { type Integration, IntegrationsRepository } from './integrations.repository.js';

const KB = 1024;
const ICON_BYTES = 250 * KB;
const PREVIEW_BYTES = 1024 * KB;
const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};
const BASE64 = /^[A-Za-z0-9+/\s]+(?:=\s*){0,2}$/;

/** Pictures of an integration as they are stored: digest and format, `<sha256>.png`. */
export interface Pictures {
  iconBlob: string | null;
  previewBlobs: string[];
}

/** Icons and previews of integrations. */
@Injectable()
export class IntegrationPictures implements OnModuleInit {
  constructor(
    private readonly storage: Storage,
    private readonly integrations: IntegrationsRepository,
    private readonly references: BlobReferences,
  ) {}

  onModuleInit(): void {
    this.references.register((organizationId, blobs) =>
      this.integrations.findPictures(organizationId, blobs),
    );
  }

  /**
   * Stores the images, outside of the transaction that will refer to them.
   * @param icon in base64 (RFC 4648), as `previews`.
   * @throws BadRequest for files that are too large or not images.
   */
  async store(
    organizationId: string,
    icon: string | undefined,
    previews: readonly string[],
  ): Promise<Pictures> {
    const read = {
      icon: icon === undefined ? null : readPicture('icon', icon, ICON_BYTES),
      previews: previews.map((data, at) => readPicture(`previewImages[${at}]`, data, PREVIEW_BYTES)),
    };
    const previewBlobs: string[] = [];
    for (const picture of read.previews) previewBlobs.push(await this.put(organizationId, picture));
    return { iconBlob: read.icon && (await this.put(organizationId, read.icon)), previewBlobs };
  }

  /** The picture at an address that `pictureUrl` gave; null when the integration has no such picture. */
  async find(name: string, picture: string): Promise<SignedFile | null> {
    const integration = await this.integrations.find(name);
    if (!integration?.organizationId || !has(integration, picture)) return null;
    const [blob = '', format = ''] = picture.split('.');
    const { organizationId } = integration;
    return { organizationId, blob, name: `${name}.${format}`, contentType: MEDIA_TYPES[format] ?? '' };
  }

  private async put(organizationId: string, { data, format }: Picture): Promise<string> {
    const contentType = MEDIA_TYPES[format] ?? '';
    return `${(await this.storage.put(organizationId, data, { contentType })).blob}.${format}`;
  }
}

interface Picture {
  data: Buffer;
  format: string;
}

function has({ iconBlob, previewBlobs }: Integration, picture: string): boolean {
  return iconBlob === picture || previewBlobs.includes(picture);
}

function readPicture(field: string, text: string, maxBytes: number): Picture {
  if (!BASE64.test(text)) throw new BadRequest(`${field} must be a picture in base64.`);
  const data = Buffer.from(text, 'base64');
  if (data.length > maxBytes)
    throw new BadRequest(`${field}: the picture is larger than ${maxBytes / KB} KB; make it smaller.`);
  const format = formatOf(data);
  if (format === undefined || !(format in MEDIA_TYPES))
    throw new BadRequest(`${field} must be a picture: PNG, JPEG, GIF, WebP or SVG.`);
  return { data, format };
}

function formatOf(data: Buffer): string | undefined {
  try {
    return imageSize(data).type;
  } catch {
    return undefined;
  }
}
