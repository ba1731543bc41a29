import { Module } from '@nestjs/common';
import { CollectionsModule } from '#modules/collections/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { TemplatesModule } from '#modules/templates/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ChangeFiles } from './changing/change-files.js';
import { ChangePlanner } from './changing/change-planner.js';
import { BatchDocuments } from './changing/batch-documents.js';
import { DuplicatePage } from './changing/duplicate-page.js';
import { EntryPlanner } from './changing/entry-planner.js';
import { TagPlanner } from './changing/tag-planner.js';
import { ChangeText } from './changing/change-text.js';
import { ComputeContent } from './computed/compute-content.js';
import { ComputedContentController } from './computed/computed-content.controller.js';
import { ComputedPagesJobs } from './computed/computed-pages.jobs.js';
import { RecomputeSpace } from './computed/recompute-space.js';
import { ContentChanges } from './changing/content-changes.js';
import { ContentContexts } from './content-contexts.js';
import { ContentLocations } from './content-locations.js';
import { ContentReads } from './reading/content-reads.js';
import { ContentUrls } from './content-urls.js';
import { DocumentIds } from './reading/document-ids.js';
import { BodyMarkdown } from './changing/body-markdown.js';
import { BranchWriter } from './changing/branch-writer.js';
import { LiveContent } from './changing/live-content.js';
import { MergeOrigins } from './merge-origins.js';
import { PageDifferences } from './differences/page-differences.js';
import { PageHistory } from './history/page-history.js';
import { PageText } from './reading/page-text.js';
import { PlainTexts } from './readers/plain-texts.js';
import { TextTargetLoader } from './readers/text-targets.js';
import { ReaderChecks } from './readers/reader-checks.js';
import { ReaderReferences } from './readers/reader-references.js';
import { ReaderTrees } from './readers/reader-trees.js';
import { ResolvedDocuments } from './reading/resolved-documents.js';
import { RevertPage } from './changing/revert-page.js';
import { RevisionReads } from './revision-reads.js';
import { VisibleContent } from './reading/visible-content.js';
import { WrittenTrees } from './reading/written-trees.js';
import { RevisionsController } from './revisions.controller.js';
import { SpaceContentController } from './space-content.controller.js';
import { TemplatePages } from './changing/template-pages.js';

/** Content of spaces: reading it at any revision, and changing it. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    OrganizationsModule,
    OpenApiModule,
    CollectionsModule,
    SpacesModule,
    TemplatesModule,
    UsersModule,
  ],
  controllers: [SpaceContentController, ComputedContentController, RevisionsController],
  providers: [
    ChangeFiles,
    ChangePlanner,
    EntryPlanner,
    TagPlanner,
    DuplicatePage,
    BatchDocuments,
    BodyMarkdown,
    ChangeText,
    ComputeContent,
    ComputedPagesJobs,
    ContentChanges,
    ContentContexts,
    ContentLocations,
    ContentReads,
    ContentUrls,
    DocumentIds,
    BranchWriter,
    LiveContent,
    MergeOrigins,
    PageDifferences,
    PageHistory,
    PageText,
    PlainTexts,
    ReaderChecks,
    ReaderReferences,
    ReaderTrees,
    RecomputeSpace,
    ResolvedDocuments,
    RevertPage,
    RevisionReads,
    TemplatePages,
    TextTargetLoader,
    VisibleContent,
    WrittenTrees,
  ],
  exports: [
    ComputedPagesJobs,
    ContentChanges,
    ContentContexts,
    ContentLocations,
    ContentReads,
    ContentUrls,
    BodyMarkdown,
    BranchWriter,
    LiveContent,
    MergeOrigins,
    PageDifferences,
    PageHistory,
    PageText,
    PlainTexts,
    ReaderReferences,
    ResolvedDocuments,
    RevisionReads,
    TemplatePages,
    VisibleContent,
    WrittenTrees,
  ],
})
export class SpaceContentModule {}
