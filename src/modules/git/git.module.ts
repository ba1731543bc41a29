import { type FactoryProvider, Module } from '@nestjs/common';
import { ChangeRequests, ChangeRequestsModule } from '#modules/change-requests/index.js';
import { ContentModule } from '#modules/content/index.js';
import { NotificationMail, NotificationsModule } from '#modules/notifications/index.js';
import { OperatorsModule } from '#modules/operators/index.js';
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
import { FolderCommit } from './export/folder-commit.js';
import { PushSpace } from './export/push-space.js';
import { GitController } from './git.controller.js';
import { GitSources } from './git-sources.js';
import { GitSync } from './git.service.js';
import { GitStatesRepository } from './git-states.repository.js';
import { FolderImages } from './import/folder-images.js';
import { FolderPlans } from './import/folder-plans.js';
import { ImportFolder } from './import/import-folder.js';
import { GitPullsController } from './pulls/git-pulls.controller.js';
import { GitPullsRepository } from './pulls/git-pulls.repository.js';
import { PullHosts } from './pulls/hosts/pull-hosts.js';
import { PullContents } from './pulls/pull-content.js';
import { PullEndings } from './pulls/pull-endings.js';
import { PullHooks } from './pulls/pull-hooks.js';
import { PullNotes } from './pulls/pull-notes.js';
import { PullRequests } from './pulls/pull-requests.service.js';
import { PullRuns } from './pulls/pull-runs.js';
import { PullWriter } from './pulls/pull-writer.js';
import { PullsJobs } from './pulls/pulls.jobs.js';
import { GitRemote } from './remote/git-remote.js';
import { HostClients } from './providers/clients/host-clients.js';
import { AppInstallationsController } from './providers/github-app/app-installations.controller.js';
import { AppInstallations } from './providers/github-app/app-installations.service.js';
import { AppRepositories } from './providers/github-app/app-repositories.js';
import { AppTokens } from './providers/github-app/app-tokens.js';
import { GitHubAppSecrets } from './providers/github-app/github-app-secrets.js';
import { GitHubAppsRepository } from './providers/github-app/github-apps.repository.js';
import { GitHubApps } from './providers/github-app/github-apps.service.js';
import { HostApi } from './providers/host-api.js';
import { HostChoices } from './providers/host-choices.js';
import { ConfigureInstallation } from './providers/installations/configure-installation.js';
import { GitInstallationsController } from './providers/installations/git-installations.controller.js';
import { GitInstallations } from './providers/installations/git-installations.service.js';
import { HostChoicesController } from './providers/installations/host-choices.controller.js';
import { InstallationTargets } from './providers/installations/installation-targets.js';
import { InstallationChoices } from './providers/installations/installation-choices.js';
import { PendingInstallationsRepository } from './providers/installations/pending-installations.repository.js';
import { ProviderAccesses } from './providers/provider-accesses.js';
import { RegisteredHooks } from './providers/webhooks/registered-hooks.js';
import { GitWebhookHooks } from './providers/webhooks/webhook-hooks.js';
import { WebhooksController } from './providers/webhooks/webhooks.controller.js';
import { Webhooks } from './providers/webhooks/webhooks.service.js';
import { AnnounceRuns } from './runs/announce-runs.js';
import { GitJobs } from './runs/git.jobs.js';
import { GitRunsRepository } from './runs/git-runs.repository.js';
import { GitRuns } from './runs/git-runs.service.js';
import { ApplyStructure } from './site/apply-structure.js';
import { SiteChildren } from './site/site-children.js';
import { SiteConnectionController } from './site/site-connection.controller.js';
import { SiteConnectionsRepository } from './site/site-connections.repository.js';
import { SiteConnections } from './site/site-connections.service.js';
import { SiteNews } from './site/site-news.js';
import { SitePartsHook } from './site/site-parts.js';
import { SiteRunWorker } from './site/site-run-worker.js';
import { SiteRunsRepository } from './site/site-runs.repository.js';
import { SiteRuns } from './site/site-runs.service.js';
import { SiteJobs } from './site/site.jobs.js';
import { SyncSite } from './site/sync-site.js';
import { SiteConnectionMail } from './site/site-connection-mail.js';
import { WriteStructure } from './site/write-structure.js';
import { BringIn } from './sync/bring-in.js';
import { CommitNotesWriter } from './sync/commit-notes.js';
import { ConnectionMail } from './sync/connection-mail.js';
import { ConnectionAccess } from './sync/connection-access.js';
import { ConnectionSecrets } from './sync/connection-secrets.js';
import { GitConnectionController } from './sync/git-connection.controller.js';
import { GitConnectionsRepository } from './sync/git-connections.repository.js';
import { GitConnections } from './sync/git-connections.service.js';
import { SideOfRepository } from './sync/side-of-repository.js';
import { StoredMerges } from './sync/stored-merges.js';
import { NoteGitSync } from './sync/space-git-sync.js';
import { SyncJobs } from './sync/sync.jobs.js';
import { FolderClaims } from './sync/folder-claims.js';
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

const siteConnectionMail: FactoryProvider<SiteConnectionMail | null> = {
  provide: SiteConnectionMail,
  inject: [
    ...[Jobs, NotificationMail, SiteConnectionsRepository, SitePartsHook, Organizations, Users],
    ...[UserTokens, Urls],
  ],
  useFactory: (...uses: ConstructorParameters<typeof SiteConnectionMail>) =>
    uses[1].isEnabled ? new SiteConnectionMail(...uses) : null,
};

/** Content in and out of spaces: folders and repositories in the Git format. */
@Module({
  imports: [
    StorageModule,
    ContentModule,
    OpenApiModule,
    OperatorsModule,
    UsersModule,
    NotificationsModule,
    OrganizationsModule,
    SpacesModule,
    SpaceContentModule,
    ChangeRequestsModule,
  ],
  controllers: [
    GitController,
    GitConnectionController,
    SiteConnectionController,
    GitPullsController,
    ContentTransferController,
    WebhooksController,
    AppInstallationsController,
    GitInstallationsController,
    HostChoicesController,
  ],
  providers: [
    GitStatesRepository,
    GitRunsRepository,
    FolderImages,
    FolderPlans,
    ImportFolder,
    ExportSpace,
    PushSpace,
    FolderCommit,
    WriteFolder,
    GitRemote,
    GitConnectionsRepository,
    ConnectionSecrets,
    ConnectionAccess,
    NoteGitSync,
    HostApi,
    HostClients,
    GitHubAppsRepository,
    GitHubAppSecrets,
    GitHubApps,
    AppTokens,
    AppRepositories,
    AppInstallations,
    ProviderAccesses,
    HostChoices,
    PendingInstallationsRepository,
    InstallationTargets,
    GitInstallations,
    ConfigureInstallation,
    InstallationChoices,
    RegisteredHooks,
    GitWebhookHooks,
    Webhooks,
    StoredMerges,
    SideOfRepository,
    CommitNotesWriter,
    BringIn,
    TakeOut,
    SyncSpace,
    SyncRuns,
    FolderClaims,
    SyncJobs,
    connectionMail,
    siteConnectionMail,
    GitConnections,
    SiteConnectionsRepository,
    SiteRunsRepository,
    SitePartsHook,
    SiteNews,
    SiteChildren,
    ApplyStructure,
    WriteStructure,
    SyncSite,
    SiteRuns,
    SiteRunWorker,
    SiteJobs,
    SiteConnections,
    GitPullsRepository,
    PullHosts,
    PullContents,
    PullWriter,
    PullEndings,
    PullNotes,
    PullHooks,
    PullRuns,
    PullRequests,
    PullsJobs,
    GitRuns,
    AnnounceRuns,
    RunAccess,
    GitRunWorker,
    GitJobs,
    GitSync,
    GitSources,
  ],
  exports: [
    GitInstallations,
    GitHubApps,
    AppInstallations,
    HostChoices,
    GitConnections,
    SiteConnections,
    SitePartsHook,
    GitSync,
    PullRequests,
    PullHooks,
    PullHosts,
    GitSources,
    FolderImages,
    ImportFolder,
    ExportSpace,
    WriteFolder,
  ],
})
export class GitModule {}
