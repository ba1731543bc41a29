/** The repository that a space is synced with, as the contract has it. */
export interface SpaceGitSync {
  repoName?: string;
  /** Only those that the contract knows. */
  installationProvider?: 'github' | 'gitlab';
  installationId: string;
  /** That of the site with which the space is synced. */
  parentInstallationId?: string;
  installationStatus: 'active' | 'unauthenticated';
  /** Address at which people read its files; absent where it is not known. */
  url?: string;
  updatedAt: string;
}
