import { type FactoryProvider, Module } from '@nestjs/common';
import { ChangeRequests, ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule } from '#modules/content/index.js';
import { NotificationMail, NotificationsModule } from '#modules/notifications/index.js';
import { OpenApiModule } from '#modules/openapi/index.js';
import { Organizations, OrganizationsModule } from '#modules/organizations/index.js';
import { SpaceContentModule } from '#modules/space-content/index.js';
import { Spaces, SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { Users, UsersModule, UserTokens } from '#modules/users/index.js';
import { Urls } from '#platform/http/urls.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { ContentTransferController } from './content-transfer.controller.js';
import { ExportSpace } from './export/export-space.js';
import { WriteFolder } from './export/write-folder.js';
import { PushSpace } from './export/push-space.js';
import { GitController } from './git.controller.js';
import { GitSources } from './git-sources.js';
import { GitSync } from './git.service.js';
import { GitStatesRepository } from './git-states.repository.js';
import { FolderImages } from './import/folder-images.js';
import { FolderPlans } from './import/folder-plans.js';
import { ImportFolder } from './import/import-folder.js';
import { GitRemote } from './remote/git-remote.js';
import { AnnounceRuns } from './runs/announce-runs.js';
import { GitJobs } from './runs/git.jobs.js';
import { GitRunsRepository } from './runs/git-runs.repository.js';
import { GitRuns } from './runs/git-runs.service.js';
import { BringIn } from './sync/bring-in.js';
import { CommitNotesWriter } from './sync/commit-notes.js';
import { ConnectionMail } from './sync/connection-mail.js';
import { ConnectionSecrets } from './sync/connection-secrets.js';
import { GitConnectionController } from './sync/git-connection.controller.js';
import { GitConnectionsRepository } from './sync/git-connections.repository.js';
import { GitConnections } from './sync/git-connections.service.js';
import { SideOfRepository } from './sync/side-of-repository.js';
import { StoredMerges } from './sync/stored-merges.js';
import { SyncJobs } from './sync/sync.jobs.js';
import { SyncRuns } from './sync/sync-runs.js';
import { SyncSpace } from './sync/sync-space.js';
import { TakeOut } from './sync/take-out.js';
import { RunAccess } from './runs/run-access.js';
import { GitRunWorker } from './runs/git-run-worker.js';

/** Without a mail server the subscriber does not exist, so that nothing is queued. */
const connectionMail: FactoryProvider<ConnectionMail | null> = {
  provide: ConnectionMail,
  inject: [
    ...[Jobs, NotificationMail, GitConnectionsRepository, ChangeRequests, Spaces, Organizations, Users],
    ...[UserTokens, Urls],
  ],
  useFactory: (...uses: ConstructorParameters<typeof ConnectionMail>) =>
    uses[1].isEnabled ? new ConnectionMail(...uses) : null,
};

/** Content in and out of spaces: folders and repositories in the Git format. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    OpenApiModule,
    UsersModule,
    NotificationsModule,
    OrganizationsModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
  ],
  controllers: [GitController, GitConnectionController, ContentTransferController],
  providers: [
    GitStatesRepository,
    GitRunsRepository,
    FolderImages,
    FolderPlans,
    ImportFolder,
    ExportSpace,
    PushSpace,
    WriteFolder,
    GitRemote,
    GitConnectionsRepository,
    ConnectionSecrets,
    StoredMerges,
    SideOfRepository,
    CommitNotesWriter,
    BringIn,
    TakeOut,
    SyncSpace,
    SyncRuns,
    SyncJobs,
    connectionMail,
    GitConnections,
    GitRuns,
    AnnounceRuns,
    RunAccess,
    GitRunWorker,
    GitJobs,
    GitSync,
    GitSources,
  ],
  exports: [GitSync, GitConnections, GitSources, FolderImages, ImportFolder, ExportSpace, WriteFolder],
})
export class GitModule {}
