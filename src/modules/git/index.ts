export type * from './git.events.js';
export { commitAddress, folderAddress, GitSources, webAddress } from './git-sources.js';
export { GitConnections, type RepositoryCheck } from './sync/git-connections.service.js';
export type { GitConnection } from './sync/git-connections.repository.js';
export { statusOf as statusOfConnection } from './sync/git-connection.presenter.js';
export {
  CheckRepositoryBody,
  ConnectRepositoryBody,
  type GitConnectionResource,
  UpdateConnectionBody,
} from './sync/git-connection.dto.js';
export { SiteConnections } from './site/site-connections.service.js';
export type { SiteConnection } from './site/site-connections.repository.js';
export type { SiteRun } from './site/site-runs.repository.js';
export { NEW_NODE, type SiteKey, type SiteParts, SitePartsHook } from './site/site-parts.js';
export { isSameShape, type SiteNode, type SiteShape, withKeys } from './site/structure/site-shape.js';
export { GIT_PROVIDERS, type GitProvider } from './remote/provider-credentials.js';
export { fingerprintOf } from './remote/deploy-key.js';
export { GitSync } from './git.service.js';
export { ImportGitRepositoryBody } from './git.dto.js';
export type { GitRun } from './runs/git-runs.repository.js';
export {
  type AppInstallationList,
  AppInstallations,
} from './providers/github-app/app-installations.service.js';
export type { GitHubApp } from './providers/github-app/github-apps.repository.js';
export { GitHubApps, type NewApp } from './providers/github-app/github-apps.service.js';
export type { HostRepository } from './providers/clients/host-client.js';
export { HostChoices } from './providers/host-choices.js';
export { GitInstallationsResource } from './providers/installations/git-installation.dto.js';
export { presentInstallation } from './providers/installations/git-installation.presenter.js';
export { GitInstallations } from './providers/installations/git-installations.service.js';
export { type DiscussedPull, PullHooks } from './pulls/pull-hooks.js';
export { confineDocument } from './pulls/forks/confine-document.js';
export { PullHosts } from './pulls/hosts/pull-hosts.js';
export { isDone } from './pulls/hosts/null-if-missing.js';
export type { HostComment } from './pulls/hosts/pull-host.js';
export type { SharedComment } from './pulls/git-pulls.repository.js';
export { markerOf } from './pulls/pull-notes.js';
export { PullRequests, type PullView } from './pulls/pull-requests.service.js';
export { GitModule } from './git.module.js';
export { ImportFolder, type ImportOptions, type ImportReport } from './import/import-folder.js';
export type { Importer, ImportStage } from './import/folder-plans.js';
export { isBlank } from './import/blank-space.js';
export { additionEdits, FolderImages } from './import/folder-images.js';
export type { FolderImage, ImagePage } from './import/folder-image.js';
export { walkImage } from './import/image-edits.js';
export { ExportSpace, type ExportedFile, type ExportSource } from './export/export-space.js';
export type { ChangedContent, FolderChange } from './export/folder-change.js';
export { rehearseFolder } from './export/rehearse-folder.js';
export { type FolderWriting, WriteFolder } from './export/write-folder.js';
export { type FileTree, gitBlobId, openFolder } from './folder/file-tree.js';
export { isMarkdown, type PlannedPage } from './folder/planned-page.js';
export { type Folder, readFolder } from './folder/read-folder.js';
export type { ImportWarning } from './folder/import-warning.js';
export { ImportFailed } from './git.errors.js';
