import { Module } from '@nestjs/common';
import { CollectionsModule } from '#modules/collections/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { ChangeFiles } from './change-files.js';
import { ChangePlanner } from './change-planner.js';
import { ChangeText } from './change-text.js';
import { ContentChanges } from './content-changes.js';
import { ContentContexts } from './content-contexts.js';
import { ContentReads } from './content-reads.js';
import { ContentUrls } from './content-urls.js';
import { DocumentIds } from './document-ids.js';
import { LineWriter } from './line-writer.js';
import { LiveContent } from './live-content.js';
import { MergeOrigins } from './merge-origins.js';
import { PageText } from './page-text.js';
import { ReferencePolicy } from './reference-policy.js';
import { RevertPage } from './revert-page.js';
import { RevisionReads } from './revision-reads.js';
import { RevisionsController } from './revisions.controller.js';
import { SpaceContentController } from './space-content.controller.js';

/** Content of spaces: reading it at any revision, and changing it. */
@Module({
  imports: [StorageModule, ContentModule, OrganizationsModule, CollectionsModule, SpacesModule],
  controllers: [SpaceContentController, RevisionsController],
  providers: [
    ChangeFiles,
    ChangePlanner,
    ChangeText,
    ContentChanges,
    ContentContexts,
    ContentReads,
    ContentUrls,
    DocumentIds,
    LineWriter,
    LiveContent,
    MergeOrigins,
    PageText,
    ReferencePolicy,
    RevertPage,
    RevisionReads,
  ],
  exports: [ContentChanges, ContentReads, ContentUrls, MergeOrigins, PageText, RevisionReads],
})
export class SpaceContentModule {}
