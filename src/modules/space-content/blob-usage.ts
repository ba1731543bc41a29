import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { BlobReferences } from '#modules/storage/index.js';

/** Tells the collector of stored bytes which of them are files of some content. */
@Injectable()
export class BlobUsage implements OnModuleInit {
  constructor(
    private readonly references: BlobReferences,
    private readonly content: ContentStore,
  ) {}

  onModuleInit(): void {
    this.references.register((organizationId, blobs) =>
      this.content.findReferencedBlobs(organizationId, blobs),
    );
  }
}
