import { Module } from '@nestjs/common';
import { ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule } from '#modules/content/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ContentTransferController } from './content-transfer.controller.js';
import { ExportSpace } from './export/export-space.js';
import { PushSpace } from './export/push-space.js';
import { GitController } from './git.controller.js';
import { GitSources } from './git-sources.js';
import { GitService } from './git.service.js';
import { GitStatesRepository } from './git-states.repository.js';
import { FolderImages } from './import/folder-images.js';
import { ImportFolder } from './import/import-folder.js';
import { GitRemote } from './remote/git-remote.js';
import { AnnounceRuns } from './runs/announce-runs.js';
import { GitJobs } from './runs/git.jobs.js';
import { ImportRunsRepository } from './runs/import-runs.repository.js';
import { ImportRuns } from './runs/import-runs.service.js';
import { RunAccess } from './runs/run-access.js';
import { RunWorker } from './runs/run-worker.js';

/** Content in and out of spaces: folders and repositories in the Git format. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    OpenApiModule,
    UsersModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
  ],
  controllers: [GitController, ContentTransferController],
  providers: [
    GitStatesRepository,
    ImportRunsRepository,
    FolderImages,
    ImportFolder,
    ExportSpace,
    PushSpace,
    GitRemote,
    ImportRuns,
    AnnounceRuns,
    RunAccess,
    RunWorker,
    GitJobs,
    GitService,
    GitSources,
  ],
  exports: [GitSources, FolderImages, ImportFolder, ExportSpace],
})
export class GitModule {}
