import type { SiteConnection } from '../../site/site-connections.repository.js';
import type { GitConnection } from '../../sync/git-connections.repository.js';
import type { InstalledProvider, PendingSettings } from './pending-installation.entity.js';
import type { PendingInstallation } from './pending-installations.repository.js';

/** The space or site that an installation is on. */
export interface InstallationTarget {
  type: 'space' | 'site';
  organizationId: string;
  id: string;
  title: string;
}

/** Members of an installation before there is a connection, and after. */
interface InstallationFacts {
  target: InstallationTarget;
  provider: InstalledProvider;
  settings: PendingSettings;
  status: 'unauthenticated' | 'active' | 'pending';
}

/** Git Sync on a space or a site, as the published contract has it. */
export type InstallationView = InstallationFacts &
  (
    | { connection: GitConnection | SiteConnection; pending: null }
    | { connection: null; pending: PendingInstallation }
  );

/** A provider that the contract knows; null for others, whose connections it does not show. */
export function installedProvider({ provider }: Pick<GitConnection, 'provider'>): InstalledProvider | null {
  return provider === 'github' || provider === 'gitlab' ? provider : null;
}

/** The settings of a connection in the form of those before it. */
export function settingsOf(connection: GitConnection | SiteConnection): PendingSettings {
  const { repositoryId, branch, folder, commitMessage, priority, url, provider } = connection;
  const origin = /^https?:/.test(url) ? new URL(url).origin : null;
  const hasHost = provider === 'gitlab' && origin !== null && origin !== 'https://gitlab.com';
  return {
    ...{ branch, priority },
    ...(repositoryId === null ? {} : { repositoryId }),
    ...(folder === '' ? {} : { folder }),
    ...(commitMessage === null ? {} : { commitMessage }),
    ...(hasHost ? { host: origin } : {}),
  };
}
