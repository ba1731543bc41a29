import type { IconName } from '#modules/rendering/index.js';

/**
 * The icons whose names, former names included, have all words of the query, the closest first.
 * @param query words; all icons when it has none.
 */
export function findIcons(icons: readonly IconName[], query: string): IconName[] {
  const words = query
    .toLowerCase()
    .replace(/^fa-/, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.length === 0) return [...icons];
  const wanted = words.join('-');
  return icons
    .flatMap((icon) => {
      const rank = Math.min(...[icon.name, ...icon.aliases].map((name) => rankOf(name, wanted, words)));
      return Number.isFinite(rank) ? [{ icon, rank: icon.name === wanted ? -1 : rank }] : [];
    })
    .sort((a, b) => a.rank - b.rank || a.icon.name.length - b.icon.name.length)
    .map(({ icon }) => icon);
}

/** The icons that have one of the names now, or had it formerly. */
export function iconsNamed(icons: readonly IconName[], names: readonly string[]): IconName[] {
  const wanted = new Set(names.map((name) => name.trim().toLowerCase().replace(/^fa-/, '')));
  return icons.filter(({ name, aliases }) => [name, ...aliases].some((one) => wanted.has(one)));
}

/** The smaller the closer; infinite for a name that lacks a word. */
function rankOf(name: string, wanted: string, words: readonly string[]): number {
  if (name === wanted) return 0;
  if (name.startsWith(`${wanted}-`)) return 1;
  if (name.startsWith(wanted)) return 2;
  const parts = name.split('-');
  if (words.every((word) => parts.includes(word))) return 3;
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 4;
  return words.every((word) => name.includes(word)) ? 5 : Infinity;
}
