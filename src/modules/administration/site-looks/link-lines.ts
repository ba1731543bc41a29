import type { CustomizationLink } from '#modules/sites/browser.js';

type Target = CustomizationLink['to'];

/** References are shorter; longer texts could be nested deeper than programs can walk. */
const MOST_JSON = 2000;

/** The target of a link as people type it: an address; JSON for a page or a space of the installation. */
export function targetText(target: Target | null): string {
  if (target === null) return '';
  return target.kind === 'url' ? target.url : JSON.stringify(target);
}

/** Reads what {@link targetText} wrote, or an address that somebody typed; null for nothing. */
export function readTarget(text: string): Target | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (!trimmed.startsWith('{') || trimmed.length > MOST_JSON) return { kind: 'url', url: trimmed };
  try {
    return JSON.parse(trimmed) as Target;
  } catch {
    return { kind: 'url', url: trimmed };
  }
}

/** Links, one in a line: title, a bar, and the target. */
export function linkLines(links: readonly CustomizationLink[]): string {
  return links.map(({ title, to }) => `${title} | ${targetText(to)}`).join('\n');
}

/** Reads lines of {@link linkLines}; a line without a bar is an address that is its own title. */
export function readLinkLines(text: string): CustomizationLink[] {
  return text.split('\n').flatMap((line) => {
    const bar = line.indexOf('|');
    const title = (bar < 0 ? line : line.slice(0, bar)).trim();
    const to = readTarget(bar < 0 ? line : line.slice(bar + 1));
    return to === null ? [] : [{ title: title || targetText(to), to }];
  });
}
