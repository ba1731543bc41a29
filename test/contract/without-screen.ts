const READS = 'It changes nothing: it reads with a body.';
const AUTHORS = 'For authors of integrations, who work with the command line tool.';
const RUNNING = 'For the scripts of an integration while it runs.';
/** Issue "Run it in the browser" is done when no operation has this reason. */
const PENDING = 'There is no page for it yet.';

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
  exchangeSignInCode: 'The command line tool signs in with it; the page `/app/cli` gives out the code.',
  updateOrganizationMemberLastSeenAt: 'Every page of the app notes by itself that its member was here.',
  updateSiteAdsById: PENDING,
  deleteSiteById: PENDING,
  sortSiteStructure: PENDING,
  addSpaceToSite: PENDING,
  updateSiteSpaceById: PENDING,
  deleteSiteSpaceById: PENDING,
  duplicateSiteSpace: PENDING,
  moveSiteSpace: PENDING,
  addSectionToSite: PENDING,
  updateSiteSectionById: PENDING,
  deleteSiteSectionById: PENDING,
  moveSiteSection: PENDING,
  addSectionGroupToSite: PENDING,
  updateSiteSectionGroupById: PENDING,
  deleteSiteSectionGroupById: PENDING,
  addSectionToGroup: PENDING,
  removeSectionFromGroup: PENDING,
  moveSiteSectionGroup: PENDING,
  addExternalLinkToSite: PENDING,
  updateSiteExternalLinkById: PENDING,
  deleteSiteExternalLinkById: PENDING,
};
