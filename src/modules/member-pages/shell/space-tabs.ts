import type { SpacePermissions } from '#modules/spaces/index.js';
import type { ShellSpace, TabView } from './shell-view.js';

/** The parts of a space, in order: each is shown once a page has its path below `/s/:space`. */
const TABS = [
  { name: 'pages', title: 'Pages', path: '{/*rest}' },
  { name: 'changes', title: 'Changes', path: '/~/changes' },
  { name: 'history', title: 'History', path: '/~/history' },
  { name: 'comments', title: 'Comments', path: '/~/comments' },
  { name: 'files', title: 'Files', path: '/~/files' },
  { name: 'import', title: 'Import and export', path: '/~/import' },
  { name: 'git', title: 'Git', path: '/~/git' },
  { name: 'share', title: 'Share', path: '/~/share' },
  { name: 'settings', title: 'Settings', path: '/~/settings' },
] as const;

/** The part of a space that a page belongs to. */
export type SpaceTab = (typeof TABS)[number]['name'];

/** Permissions of the member on a space on which its tabs depend. */
export type TabPermissions = Pick<SpacePermissions, 'viewInviteLinks' | 'triggerGitSync'>;

/**
 * The tabs of a space's pages.
 * @param base path of PUBLIC_URL.
 * @param hasPage tells whether there is a page with a path below `/app`.
 * @param permissions parts that the member may not open have no tab.
 */
export function spaceTabs(
  base: string,
  space: Pick<ShellSpace, 'id' | 'changeRequestsOpen'>,
  current: SpaceTab | undefined,
  hasPage: (path: string) => boolean,
  { viewInviteLinks, triggerGitSync }: TabPermissions,
): TabView[] {
  const root = `${base}/app/s/${encodeURIComponent(space.id)}`;
  const closed: SpaceTab[] = [
    ...(viewInviteLinks ? [] : (['share'] as const)),
    ...(triggerGitSync ? [] : (['git'] as const)),
  ];
  return TABS.filter(({ name, path }) => hasPage(`/s/:space${path}`) && !closed.includes(name)).map(
    ({ name, title, path }) => ({
      href: name === 'pages' ? root : `${root}${path}`,
      title,
      isCurrent: name === current,
      ...(name === 'changes' && space.changeRequestsOpen > 0 ? { count: space.changeRequestsOpen } : {}),
    }),
  );
}
