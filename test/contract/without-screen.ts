const READS = 'It changes nothing: it reads with a body.';
const AUTHORS = 'For authors of integrations, who work with the command line tool.';
const HOSTS = 'Hosts of repositories tell of pushes.';
const INSTALLED = 'The page of a connection does the same by other operations.';
const RUNNING = 'For the scripts of an integration while it runs.';

/**
 * Operations that change something and have no page of their own, with the reason. docs/reference/screens.md lists them; every other
 * operation that changes something is named by a page (`AppRoute`, `operations`).
 */
export const WITHOUT_SCREEN: Record<string, string> = {
  aggregateSiteEvents: READS,
  searchSiteContent: READS,
  resolvePublishedContentByUrl: READS,
  getComputedDocument: READS,
  getComputedRevision: READS,
  renderIntegrationUIWithPost: RUNNING,
  createIntegrationInstallationToken: RUNNING,
  queueIntegrationTask: RUNNING,
  publishIntegration: AUTHORS,
  unpublishIntegration: AUTHORS,
  setIntegrationDevelopmentMode: AUTHORS,
  disableIntegrationDevelopmentMode: AUTHORS,
  trackEventsInSiteById: 'Published sites and outside renderers report what readers do.',
  updateSiteAdsById:
    'No network of ads belongs to an installation: what programs say of a site is kept, and its readers never see an ad.',
  receiveGitHubAppWebhook: HOSTS,
  receiveGitWebhook: HOSTS,
  installGitSyncProviderOnTarget: INSTALLED,
  updateGitSyncInstallationById: INSTALLED,
  uninstallGitSyncInstallation: INSTALLED,
  exchangeSignInCode: 'The command line tool signs in with it; the page `/app/cli` gives out the code.',
  updateOrganizationMemberLastSeenAt: 'Every page of the app notes by itself that its member was here.',
};
