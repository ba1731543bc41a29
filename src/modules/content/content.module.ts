import { Module } from '@nestjs/common';
import { StorageModule } from '#modules/storage/index.js';
import { ComputedSources } from './computed/computed-sources.js';
import { SourceDependencies } from './computed/source-dependencies.js';
import { ContentJobs } from './content.jobs.js';
import { ContentStore } from './content-store.js';
import { DerivedRepository } from './derived/derived.repository.js';
import { DerivedDocuments } from './derived/derived.service.js';
import { GarbageRepository } from './garbage/garbage.repository.js';
import { GarbageCollector } from './garbage/garbage.service.js';
import { BlockTypes } from './objects/block-types.js';
import { ObjectCache } from './objects/object-cache.js';
import { ObjectStore } from './objects/object-store.js';
import { ObjectsRepository } from './objects/objects.repository.js';
import { CurrentPages } from './projection/current-pages.js';
import { CurrentPagesRepository } from './projection/current-pages.repository.js';
import { EntriesRepository } from './projection/entries.repository.js';
import { ProjectionFollowers } from './projection/projection-followers.js';
import { FormerPaths } from './projection/former-paths.js';
import { FormerPathsRepository } from './projection/former-paths.repository.js';
import { ProjectionRepository } from './projection/projection.repository.js';
import { Projection } from './projection/projection.service.js';
import { SupersededRepository } from './garbage/superseded.repository.js';
import { SupersededRevisions } from './garbage/superseded-revisions.js';
import { RevisionReferences } from './revisions/revision-references.js';
import { Revisions } from './revisions/revision.service.js';
import { RevisionsRepository } from './revisions/revisions.repository.js';

/** Content of spaces: immutable objects, revisions, edits, diff, merge and derived values. */
@Module({
  imports: [StorageModule],
  providers: [
    BlockTypes,
    ObjectCache,
    ObjectsRepository,
    ObjectStore,
    DerivedRepository,
    DerivedDocuments,
    EntriesRepository,
    FormerPaths,
    FormerPathsRepository,
    ContentStore,
    RevisionsRepository,
    Revisions,
    ProjectionFollowers,
    ProjectionRepository,
    Projection,
    CurrentPagesRepository,
    CurrentPages,
    GarbageRepository,
    RevisionReferences,
    SupersededRepository,
    SupersededRevisions,
    GarbageCollector,
    ComputedSources,
    SourceDependencies,
    ContentJobs,
  ],
  exports: [
    BlockTypes,
    ContentStore,
    Revisions,
    RevisionReferences,
    Projection,
    ProjectionFollowers,
    CurrentPages,
    DerivedDocuments,
    FormerPaths,
    GarbageCollector,
    ComputedSources,
    SourceDependencies,
  ],
})
export class ContentModule {}
