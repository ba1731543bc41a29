import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BlobReferences, SignedUrls, type SignedFile } from '#modules/storage/index.js';
import { Database } from '#platform/database/database.js';
import { BadRequest } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';

/**
 * Logos and icons that were uploaded. Download addresses of files end after some days, so settings that name one get
 * an address that works as long as they do.
 */
@Injectable()
export class CustomizationImages implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly signedUrls: SignedUrls,
    private readonly references: BlobReferences,
    private readonly urls: Urls,
  ) {}

  onModuleInit(): void {
    this.references.register(async (organizationId, blobs) => {
      return this.db.queryColumn<string>(
        'select blob from site_images where organization_id = $1 and blob = any($2)',
        [organizationId, blobs],
      );
    });
  }

  /**
   * The address to keep in place of `url`, which is the same unless it is a download address of ours.
   * @throws BadRequest for a file of another organization or one that is not an image.
   */
  async store(organizationId: string, url: string, at: string): Promise<string> {
    const file = this.signedUrls.identify(url);
    if (!file) return url;
    if (file.organizationId !== organizationId)
      throw new BadRequest(`${at}: the file belongs to another organization; upload it to this one.`);
    if (!file.contentType.startsWith('image/'))
      throw new BadRequest(`${at}: the file must be an image; it is ${file.contentType}.`);
    await this.db.execute(
      `insert into site_images (organization_id, blob, name, content_type) values ($1, $2, $3, $4)
      on conflict (organization_id, blob) do nothing`,
      [organizationId, file.blob, file.name, file.contentType],
    );
    return this.urls.at('~images', organizationId, file.blob, file.name);
  }

  /** The image at an address that {@link store} gave; null for an unknown one. */
  async find(organizationId: string, blob: string): Promise<SignedFile | null> {
    const [row] = await this.db.query<{ name: string; content_type: string }>(
      'select name, content_type from site_images where organization_id = $1 and blob = $2',
      [organizationId, blob],
    );
    return row ? { organizationId, blob, name: row.name, contentType: row.content_type } : null;
  }

  /** Forgets pictures that no settings name any more. Part of the transaction that changed settings. */
  async deleteUnused(organizationId: string): Promise<void> {
    await this.db.execute(
      `delete from site_images i where i.organization_id = $1
        and not exists (select 1 from organizations o
          where o.id = $1 and strpos(coalesce(o.logo_url, ''), i.blob) > 0)
        and not exists (select 1 from site_customizations c
          where c.organization_id = $1 and strpos(c.settings::text, i.blob) > 0)
        and not exists (select 1 from site_space_customizations c
          where c.organization_id = $1 and strpos(c.overrides::text, i.blob) > 0)`,
      [organizationId],
    );
  }
}
