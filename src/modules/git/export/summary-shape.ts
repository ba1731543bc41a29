import type { PlannedPage } from '../folder/planned-page.js';

/** The structure that readers see, without entries of files that are no pages. */
export function shapeOf(
  pages: readonly PlannedPage[],
  known: ReadonlySet<string>,
  titles?: ReadonlyMap<string, string>,
): unknown[] {
  return pages.flatMap(({ type, title, linkTitle, file, url, target, source, children }) => {
    const inner = shapeOf(children, known, titles);
    if (type === 'document' && !known.has(file ?? '')) return inner;
    const shape = {
      type,
      title: title ?? titles?.get(file ?? '') ?? null,
      linkTitle: linkTitle ?? null,
      place: file ?? (target === undefined ? (url ?? null) : `${target}#${anchorOf(url)}`),
      source: source?.value ?? null,
      children: inner,
    };
    return [shape];
  });
}

/** The part of a page that an address of a summary names. */
export function anchorOf(url = ''): string {
  return /#(.+)$/.exec(url)?.[1] ?? '';
}

/** The comment at the end of a line, with the blanks before it. Lines are long where somebody wants that, so no pattern looks for it. */
export function commentAfter(line: string): string {
  const text = line.trimEnd();
  const start = text.endsWith('-->') ? text.lastIndexOf('<!--') : -1;
  return start < 0 ? '' : text.slice(text.slice(0, start).trimEnd().length);
}
