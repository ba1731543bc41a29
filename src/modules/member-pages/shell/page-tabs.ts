import type { TabView } from './shell-view.js';

type Tab = readonly [name: string, title: string];

/** The parts of the app that have tabs, with the pattern of their paths below `/app`. The first tab has the path itself. */
const PARTS = {
  site: {
    pattern: '/o/:organization/sites/:site',
    tabs: [
      ['', 'Overview'],
      ['structure', 'Structure'],
      ['looks', 'Looks'],
      ['addresses', 'Addresses'],
      ['audience', 'Audience'],
      ['redirects', 'Redirects'],
      ['integrations', 'Integrations'],
      ['git', 'Git'],
      ['insights', 'Insights'],
      ['share', 'Share'],
      ['settings', 'Settings'],
    ],
  },
  people: {
    pattern: '/o/:organization/people',
    tabs: [
      ['', 'Members'],
      ['invitations', 'Invitations'],
      ['links', 'Invitation links'],
      ['teams', 'Teams'],
    ],
  },
  settings: {
    pattern: '/o/:organization/settings',
    tabs: [
      ['', 'General'],
      ['rules', 'Merge rules'],
      ['sign-in', 'Sign-in'],
      ['provisioning', 'Provisioning'],
      ['github', 'GitHub'],
      ['fonts', 'Fonts'],
    ],
  },
  content: {
    pattern: '/o/:organization/content',
    tabs: [
      ['', 'Spaces and collections'],
      ['broken-links', 'Broken links'],
      ['files', 'Files'],
      ['reusable-contents', 'Reusable contents'],
      ['tags', 'Tags'],
      ['archived', 'Archived'],
      ['bin', 'Bin'],
    ],
  },
  audit: {
    pattern: '/o/:organization/audit',
    tabs: [
      ['', 'Entries'],
      ['streams', 'Streams'],
    ],
  },
  account: {
    pattern: '/profile',
    tabs: [
      ['', 'Profile'],
      ['sign-in', 'Sign-in'],
      ['sessions', 'Sessions'],
    ],
  },
  operate: {
    pattern: '/operate',
    tabs: [
      ['', 'Health'],
      ['jobs', 'Jobs'],
      ['sizes', 'Sizes'],
      ['tests', 'Mail and storage'],
      ['backups', 'Backups'],
      ['github', 'GitHub'],
      ['configuration', 'Configuration'],
      ['operators', 'Operators'],
    ],
  },
} as const satisfies Record<string, { pattern: string; tabs: readonly Tab[] }>;

/** A part of the app that has tabs. */
export type TabbedPart = keyof typeof PARTS;

/** The tabs of a page. */
export interface PageTabs {
  of: TabbedPart;
  /** Address of the part, without a slash at its end. */
  root: string;
  /** Name of the tab that the page belongs to; empty for the first. */
  current: string;
  /** Names of the tabs that the member may open; all where it is absent. */
  only?: readonly string[];
}

/**
 * The tabs of a page: each is shown once it has a page.
 * @param hasPage tells whether there is a page with a path below `/app`.
 */
export function pageTabs(
  { of, root, current, only }: PageTabs,
  hasPage: (path: string) => boolean,
): TabView[] {
  const { pattern, tabs } = PARTS[of];
  const below = (place: string, name: string) => (name === '' ? place : `${place}/${name}`);
  return tabs
    .filter(([name]) => (only?.includes(name) ?? true) && hasPage(below(pattern, name)))
    .map(([name, title]) => ({ href: below(root, name), title, isCurrent: name === current }));
}
