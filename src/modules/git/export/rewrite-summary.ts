import { canonicalJson } from '#platform/canonical-json.js';
import type { PageNode } from '#modules/content/index.js';
import { SourceText } from '#modules/documents/index.js';
import type { PlannedPage } from '../folder/planned-page.js';
import { type EntryPlace, type EntryPlaces, readSummary } from '../folder/summary.js';
import { walkPages } from '../space-tree.js';
import { anchorOf, commentAfter, shapeOf } from './summary-shape.js';
import type { ContentPaths } from './content-paths.js';
import { entryText, groupText, writeSource, writeSummary } from './write-summary.js';

export interface SummaryRewrite {
  /** Path of the summary in the folder. */
  file: string;
  /** The pages that the summary lists, in their wanted order. */
  pages: readonly PageNode[];
  paths: ContentPaths;
  /** Paths of the Markdown files before, and afterwards. */
  filesBefore: ReadonlySet<string>;
  files: ReadonlySet<string>;
  /** Ids of the pages by their paths before. */
  idsBefore: ReadonlyMap<string, string>;
  /** The pages before: an entry without a title has that of its page. */
  pagesBefore: ReadonlyMap<string, PageNode>;
}

interface Old {
  planned: PlannedPage;
  place: EntryPlace;
  parent: Old | undefined;
  key: string;
}

/** An entry that is wanted; without a page, the heading that ends a group. */
interface Entry {
  page?: PageNode;
  parent: Entry | undefined;
  key: string;
  old?: Old;
  indent: string;
}

const GROUP_END = 'end of a group';

/**
 * Writes other pages into a summary: the lines of entries that say the same stay, with comments and blank lines; only
 * entries that are new, moved, changed or gone change their lines.
 */
export function rewriteSummary(text: string, request: SummaryRewrite): string {
  const { file, pages, paths, files } = request;
  const canonical = writeSummary(pages, paths, file);
  const pagePaths = new Set(paths.pages.values());
  const wanted = shapeOf(readSummary(canonical, file, files, []), pagePaths);
  const titles = new Map([...walkPages(pages)].map((page) => [paths.pages.get(page.id) ?? '', page.title]));
  const says = (written: string): boolean =>
    canonicalJson(shapeOf(readSummary(written, file, files, []), pagePaths, titles)) ===
    canonicalJson(wanted);
  const changed = new SummaryWriter(text, request).write();
  if (changed !== undefined && says(changed)) return changed;
  const source = new SourceText(text);
  return source.join(source.write(canonical.trimEnd(), ''));
}

class SummaryWriter {
  private readonly source: SourceText;
  private readonly olds: Old[] = [];
  private readonly entries: Entry[] = [];
  /** The groups before, which stand in the order of the text. */
  private readonly groups: PageNode[];
  private readonly byKey = new Map<string, Old[]>();
  private readonly unit: number;

  constructor(
    text: string,
    private readonly request: SummaryRewrite,
  ) {
    this.source = new SourceText(text);
    this.groups = [...request.pagesBefore.values()].filter(({ type }) => type === 'group');
    const places: EntryPlaces = new Map();
    const { file, filesBefore } = request;
    const planned = readSummary(text, file, filesBefore, [], places);
    this.collectOld(planned, undefined, places);
    const known = new Set(this.olds.map((old) => old.planned));
    for (const [page, place] of places) {
      if (known.has(page) || page.title !== undefined || page.type !== 'group') continue;
      this.olds.push({ planned: page, place, parent: undefined, key: GROUP_END });
    }
    this.olds.sort((a, b) => a.place.from - b.place.from);
    for (const old of this.olds) this.byKey.set(old.key, [...(this.byKey.get(old.key) ?? []), old]);
    this.collectWanted(request.pages, undefined);
    this.unit = this.olds.reduce((least, { place, parent }) => {
      const step = parent && parent.planned.type !== 'group' ? place.column - parent.place.column : 0;
      return step > 0 ? Math.min(least, step) : least;
    }, 100);
  }

  /** Undefined when entries share lines. */
  write(): string | undefined {
    const { olds, source } = this;
    if (olds.some(({ place }, at) => at > 0 && place.from <= olds[at - 1]!.place.to)) return undefined;
    const stays = this.longestChain();
    const out: string[] = [...source.slice(1, (olds[0]?.place.from ?? source.lines.length + 1) - 1)];
    if (olds.length === 0) blank(out, source.eol);
    /** Lines after entries that are written: those of one entry as they are, of several without doubled blank lines. */
    let pending: string[][] = [];
    let next = 0;
    const release = (): void => {
      const isJoined = pending.length > 1;
      for (const line of pending.flat())
        if (!isJoined || line.trim() !== '' || (out.at(-1) ?? '').trim() !== '') out.push(line);
      pending = [];
    };
    for (const entry of this.entries) {
      const { old } = entry;
      const isHeading = entry.page === undefined || entry.page.type === 'group';
      const lines = this.linesOf(entry);
      if (old && stays.has(old)) {
        for (; olds[next] !== old; next += 1) pending.push(this.extrasAfter(next));
        release();
        out.push(...lines);
        const extras = this.extrasAfter(next);
        if (isHeading) out.push(...extras);
        else pending = [extras];
        next += 1;
        continue;
      }
      if (isHeading) {
        release();
        blank(out, source.eol);
        out.push(...lines);
        blank(out, source.eol);
      } else out.push(...lines);
    }
    for (; next < olds.length; next += 1) pending.push(this.extrasAfter(next));
    release();
    if (olds.length > 0) return source.join(withoutNewBlanks(out, source));
    return source.join(out);
  }

  private collectOld(pages: readonly PlannedPage[], parent: Old | undefined, places: EntryPlaces): void {
    for (const planned of pages) {
      const place = places.get(planned);
      if (!place) continue;
      // The file of an entry may be no page, because it cannot be read: its line stays.
      if (planned.type === 'document' && !this.request.idsBefore.has(planned.file ?? '')) {
        this.collectOld(planned.children, parent, places);
        continue;
      }
      const old = { planned, place, parent, key: this.keyOfOld(planned) };
      this.olds.push(old);
      this.collectOld(planned.children, old, places);
    }
  }

  private keyOfOld({ type, file, title, target, url, source }: PlannedPage): string {
    const { idsBefore } = this.request;
    if (type === 'document') return `page ${idsBefore.get(file ?? '') ?? `at ${file}`}`;
    if (type === 'group') return `page ${this.groups.shift()?.id ?? title}`;
    if (type === 'computed') return `computed ${canonicalJson(source?.value)}`;
    const id = target === undefined ? undefined : idsBefore.get(target);
    return `link ${title} ${id === undefined ? url : `${id}#${anchorOf(url)}`}`;
  }

  private keyOf(page: PageNode): string {
    const { target } = page;
    if (page.computed !== undefined) return `computed ${canonicalJson(page.computed)}`;
    if (page.type !== 'link') return `page ${page.id}`;
    const id = target && 'page' in target ? target.page : undefined;
    const anchor = target?.kind === 'anchor' ? target.anchor : '';
    return `link ${page.title} ${id === undefined ? (target?.kind === 'url' ? target.url : canonicalJson(target)) : `${id}#${anchor}`}`;
  }

  private collectWanted(pages: readonly PageNode[], parent: Entry | undefined): void {
    let isGrouped = false;
    for (const page of pages) {
      if (isGrouped && parent === undefined && page.type !== 'group')
        this.addWanted(undefined, GROUP_END, undefined);
      isGrouped = page.type === 'group';
      const entry = this.addWanted(page, this.keyOf(page), parent);
      if (page.computed === undefined) this.collectWanted(page.pages, entry);
    }
  }

  private addWanted(page: PageNode | undefined, key: string, parent: Entry | undefined): Entry {
    const old = this.byKey.get(key)?.shift();
    const entry: Entry = { ...(page && { page }), key, parent, ...(old && { old }), indent: '' };
    this.entries.push(entry);
    return entry;
  }

  private linesOf(entry: Entry): string[] {
    const { source } = this;
    const { page, old } = entry;
    entry.indent = this.indentOf(entry);
    const isListed = page !== undefined && page.type !== 'group';
    if (old && this.isSame(entry, old)) {
      const lines = source.slice(old.place.from, old.place.to);
      const own = source.line(old.place.from).slice(0, old.place.column - 1);
      if (!isListed || own === entry.indent) return lines;
      return lines.map((line) => (line.startsWith(own) ? entry.indent + line.slice(own.length) : line));
    }
    if (page === undefined) return [`## ${source.eol}`];
    if (page.type === 'group') return [groupText(page) + source.eol];
    const bullet = this.bulletOf(old ?? this.olds.find(({ planned }) => planned.type !== 'group'));
    if (page.computed !== undefined)
      return writeSource(page.computed, entry.indent, bullet).map((line) => line + source.eol);
    const { paths, file } = this.request;
    const comment = old ? commentAfter(source.line(old.place.to)) : '';
    return [entry.indent + bullet + entryText(page, paths, file) + comment + source.eol];
  }

  private bulletOf(old: Old | undefined): string {
    if (!old) return '* ';
    const text = this.source.line(old.place.from).slice(old.place.column - 1);
    return /^(?:[-*+]|\d{1,9}[.)])[ \t]+/.exec(text)?.[0] ?? '* ';
  }

  /** True when the lines of an entry say what is wanted, whatever stands above it. */
  private isSame({ page }: Entry, { planned }: Old): boolean {
    if (!page || page.computed !== undefined) return true;
    if (page.type === 'group') {
      const was = this.request.pagesBefore.get(page.id);
      return planned.title === page.title && was?.slug === page.slug;
    }
    if (page.type === 'link') {
      const id = page.target && 'page' in page.target ? page.target.page : undefined;
      return id === undefined || planned.target === this.request.paths.pages.get(id);
    }
    const { paths, pagesBefore } = this.request;
    const title = planned.title ?? pagesBefore.get(page.id)?.title;
    return (
      planned.file === paths.pages.get(page.id) &&
      title === page.title &&
      planned.linkTitle === page.linkTitle
    );
  }

  private indentOf(entry: Entry): string {
    const { parent, old } = entry;
    const above = parent && parent.page?.type !== 'group' ? parent : undefined;
    const oldAbove = old?.parent && old.parent.planned.type !== 'group' ? old.parent : undefined;
    const own = old && this.source.line(old.place.from).slice(0, old.place.column - 1);
    if (own !== undefined && above?.old === oldAbove) {
      if (!above || !oldAbove) return own;
      const was = this.source.line(oldAbove.place.from).slice(0, oldAbove.place.column - 1);
      return own.startsWith(was) ? above.indent + own.slice(was.length) : own;
    }
    const at = this.entries.indexOf(entry);
    const sibling = this.entries
      .slice(0, at)
      .findLast((one) => one.parent === parent && one.page?.type !== 'group');
    if (sibling?.page) return sibling.indent;
    if (!above) return '';
    const width = this.unit === 100 ? this.bulletOf(above.old).length : this.unit;
    return above.indent + ' '.repeat(width);
  }

  private extrasAfter(at: number): string[] {
    const { olds, source } = this;
    const until = olds[at + 1]?.place.from ?? source.lines.length + 1;
    return source.slice(olds[at]!.place.to + 1, until - 1);
  }

  /** The entries that keep their order, as many as can. */
  private longestChain(): ReadonlySet<Old> {
    const order = new Map(this.olds.map((old, at) => [old, at]));
    const places = this.entries.flatMap(({ old }) => (old ? [order.get(old)!] : []));
    const links = new Map<number, number | undefined>();
    const tails: number[] = [];
    for (const place of places) {
      let [low, high] = [0, tails.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tails[middle]! < place) low = middle + 1;
        else high = middle;
      }
      links.set(place, tails[low - 1]);
      tails[low] = place;
    }
    const chain = new Set<Old>();
    for (let at = tails.at(-1); at !== undefined; at = links.get(at)) chain.add(this.olds[at]!);
    return chain;
  }
}

function blank(out: string[], eol: string): void {
  const last = out.at(-1);
  if (last !== undefined && last.trim() !== '') out.push(eol);
}

/** Blank lines at the end that the source has not. */
function withoutNewBlanks(out: string[], source: SourceText): string[] {
  const trailing = (lines: readonly string[]): number =>
    lines.length - 1 - lines.findLastIndex((line) => line.trim() !== '');
  const more = trailing(out) - trailing(source.raw);
  return more > 0 ? out.slice(0, out.length - more) : out;
}
