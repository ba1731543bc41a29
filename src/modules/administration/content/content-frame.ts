import type { ShellPage } from '#modules/member-pages/index.js';

/** Names of the tabs of the content of an organization. */
export type ContentTab = '' | 'broken-links' | 'files' | 'reusable-contents' | 'tags' | 'archived' | 'bin';

const TITLES: Record<ContentTab, string> = {
  '': 'Content',
  'broken-links': 'Broken links',
  files: 'Files',
  'reusable-contents': 'Reusable contents',
  tags: 'Tags',
  archived: 'Archived',
  bin: 'Bin',
};

/** Addresses of the pages about the content of an organization. */
export interface ContentUrls {
  /** The list of spaces and collections at the root. */
  root: string;
  archived: string;
  bin: string;
  newSpace: string;
  /** The list of what is in a collection; the root for null. */
  level: (collectionId: string | null) => string;
  space: (spaceId: string) => string;
  spaceSettings: (spaceId: string) => string;
  collectionSettings: (collectionId: string) => string;
}

/** @param base path of PUBLIC_URL. */
export function contentUrls(base: string, organizationId: string): ContentUrls {
  const app = `${base}/app`;
  const root = contentPath(base, organizationId);
  const space = (id: string) => `${app}/s/${encodeURIComponent(id)}`;
  return {
    root,
    archived: `${root}/archived`,
    bin: `${root}/bin`,
    newSpace: `${app}/o/${encodeURIComponent(organizationId)}/new-space`,
    level: (id) => (id === null ? root : `${root}?in=${encodeURIComponent(id)}`),
    space,
    spaceSettings: (id) => `${space(id)}/~/settings`,
    collectionSettings: (id) => `${app}/c/${encodeURIComponent(id)}/settings`,
  };
}

/** Address of a page about the content of an organization. @param base path of PUBLIC_URL. */
export function contentPath(base: string, organizationId: string, tab: ContentTab = ''): string {
  const root = `${base}/app/o/${encodeURIComponent(organizationId)}/content`;
  return tab === '' ? root : `${root}/${tab}`;
}

/** The frame of a page about the content of an organization, with its tabs. @param base path of PUBLIC_URL. */
export function contentFrame(
  base: string,
  organizationId: string,
  current: ContentTab,
  more: Partial<ShellPage> = {},
): ShellPage {
  const root = contentPath(base, organizationId);
  return {
    title: TITLES[current],
    organizationId,
    breadcrumbs: current === '' ? [] : [{ href: root, title: TITLES[''] }],
    tabs: { of: 'content', root, current },
    ...more,
  };
}
