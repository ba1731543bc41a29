import { api, base } from '../api.js';

/** Something that the palette leads to, or does. */
export interface Choice {
  /** Empty for a command. */
  href: string;
  title: string;
  /** Words after the title: the space of a page. */
  detail?: string;
  /** The group it is shown in. */
  group: 'Pages' | 'Read lately' | 'Do' | 'Spaces' | 'Go to';
  /** The button that does it; absent for what is an address. */
  button?: HTMLButtonElement;
}

interface SearchAnswer {
  items: { id: string; title: string; pages: { id: string; title: string }[] }[];
}
interface RecentAnswer {
  items: { id: string; title: string; space: { id: string; title: string } }[];
}

const MOST_PAGES = 12;
const MOST_SPACES = 6;

/** Buttons of the page that are commands, and links that are places of the app: its navigation, its tree, the menu of the person. */
export function placesOnPage(): Choice[] {
  const read = (selector: string, group: Choice['group']): Choice[] =>
    [...document.querySelectorAll<HTMLAnchorElement>(selector)].map((link) => ({
      href: link.href,
      title: (link.querySelector('span[dir], span:not([class])') ?? link).textContent?.trim() ?? '',
      group,
    }));
  const commands = [...document.querySelectorAll<HTMLButtonElement>('button[data-command]')];
  const found = [
    ...read('a[data-command]', 'Do'),
    ...read(
      '.member-bar-home, .app-tabs a, .app-nav a, .app-user .menu-link[href], .app-switcher .menu-link',
      'Go to',
    ),
    ...read('.app-tree a', 'Spaces'),
  ];
  return [
    ...commands.map((button): Choice => ({
      href: '',
      title: button.textContent?.trim() ?? '',
      group: 'Do',
      button,
    })),
    ...new Map(found.map((choice) => [choice.href, choice])).values(),
  ];
}

/** The places whose title has all the words, at the beginning of words first. */
export function matching(choices: readonly Choice[], text: string): Choice[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ title }: Choice): number => {
    const name = title.toLocaleLowerCase();
    if (!words.every((word) => name.includes(word))) return -1;
    return words.every((word) => name.startsWith(word) || name.includes(` ${word}`)) ? 2 : 1;
  };
  return choices
    .map((choice) => ({ choice, at: rank(choice) }))
    .filter(({ at }) => at > 0)
    .sort((a, b) => b.at - a.at)
    .map(({ choice }) => choice)
    .slice(0, MOST_SPACES * 2);
}

/** Pages that have the words, of all spaces that the member sees. @throws ApiError, Unreachable */
export async function findPages(organization: string, query: string, signal: AbortSignal): Promise<Choice[]> {
  const found = await api<SearchAnswer>(`/orgs/${encodeURIComponent(organization)}/search`, {
    query: { query, limit: MOST_PAGES },
    signal,
  });
  return found.items.flatMap((space) =>
    space.pages.map((page) => ({
      href: pageHref(space.id, page.id),
      title: page.title,
      detail: space.title,
      group: 'Pages' as const,
    })),
  );
}

/** The spaces of an organization that are not archived, for pages that do not show their tree. @throws ApiError, Unreachable */
export async function listSpaces(organization: string, signal: AbortSignal): Promise<Choice[]> {
  const found = await api<{ items: { id: string; title: string; archivedAt?: string }[] }>(
    `/orgs/${encodeURIComponent(organization)}/spaces`,
    { query: { limit: 200 }, signal },
  );
  const live = found.items.filter(({ archivedAt }) => archivedAt === undefined);
  return live.map(({ id, title }) => ({
    href: `${base}/app/s/${encodeURIComponent(id)}`,
    title,
    group: 'Spaces' as const,
  }));
}

/** The pages that the member read last. @throws ApiError, Unreachable */
export async function recentPages(organization: string, signal: AbortSignal): Promise<Choice[]> {
  const found = await api<RecentAnswer>(`/orgs/${encodeURIComponent(organization)}/recent-pages`, { signal });
  return found.items.slice(0, MOST_SPACES).map(({ id, title, space }) => ({
    href: pageHref(space.id, id),
    title,
    detail: space.title,
    group: 'Read lately' as const,
  }));
}

function pageHref(space: string, page: string): string {
  return `${base}/app/s/${encodeURIComponent(space)}/~/pages/${encodeURIComponent(page)}`;
}
