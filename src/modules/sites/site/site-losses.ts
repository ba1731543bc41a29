/** Things that go with a site when it is deleted. */
export interface SiteLosses {
  shareLinks: number;
  redirects: number;
  /** People and teams that have a role on the site itself. */
  people: number;
}
