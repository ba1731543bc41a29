import type { ShellPage } from '#modules/member-pages/index.js';
import { type SiteRow, siteVerdict } from '#modules/sites/index.js';

/** Names of the tabs of a site that have their pages here. */
export type SiteTab =
  | ''
  | 'structure'
  | 'addresses'
  | 'audience'
  | 'redirects'
  | 'integrations'
  | 'git'
  | 'insights'
  | 'share'
  | 'settings';

/** Names of the pages below a site that others lead to. */
export type SitePage = SiteTab | 'audience/sign-in' | 'audience/claims' | 'preview';

const TITLES: Record<SiteTab, string> = {
  '': 'Overview',
  structure: 'Structure',
  addresses: 'Addresses',
  audience: 'Audience',
  redirects: 'Redirects',
  integrations: 'Integrations',
  git: 'Git',
  insights: 'Insights',
  share: 'Share',
  settings: 'Settings',
};

/** Address of the list of an organization's sites. @param base path of PUBLIC_URL. */
export function sitesPath(base: string, organizationId: string): string {
  return `${base}/app/o/${encodeURIComponent(organizationId)}/sites`;
}

/** Address of a page of a site. @param base path of PUBLIC_URL. @param tab name of the page; the overview where it is absent. */
export function sitePath(
  base: string,
  { organizationId, id }: { organizationId: string; id: string },
  tab: SitePage = '',
): string {
  const root = `${sitesPath(base, organizationId)}/${encodeURIComponent(id)}`;
  return tab === '' ? root : `${root}/${tab}`;
}

/** Tabs whose pages answer everybody who sees the site; the others refuse whoever may not manage it. */
const FOR_READERS = ['', 'structure', 'addresses', 'redirects', 'integrations', 'insights'];

/** The frame of a page of a site, with the tabs that the member may open. @param base path of PUBLIC_URL. */
export function siteFrame(
  base: string,
  { site, role }: Pick<SiteRow, 'site' | 'role'>,
  current: SiteTab,
  more: Partial<ShellPage> = {},
): ShellPage {
  const { organizationId, title } = site;
  const only = siteVerdict(role, 'manage').allowed ? {} : { only: FOR_READERS };
  return {
    title: current === '' ? title : `${TITLES[current]} of ${title}`,
    heading: title,
    organizationId,
    breadcrumbs: [{ href: sitesPath(base, organizationId), title: 'Sites' }],
    tabs: { of: 'site', root: sitePath(base, site), current, ...only },
    ...more,
  };
}
