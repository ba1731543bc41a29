/**
 * A segment is text in which everything that is not to be translated has a placeholder: `<1>bold</1>` for words that
 * carry something, `<2/>` for what stands for itself (code, a formula, an emoji). `&` and `<` of the text are escaped.
 */
export type SegmentNode = string | { id: number; children?: SegmentNode[] };

/** Spaces inside are how some providers write them. */
const PLACEHOLDER = /<(\/?)\s?(\d{1,5})\s?(\/?)>/g;

/** Text as it stands in a segment. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };

/** Text of a segment as readers see it. Providers escape more than was escaped for them; that is read too. */
export function unescapeText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => ENTITIES[name] as string);
}

/** The tree of a segment, text unescaped; undefined when its placeholders are not well nested or one stands twice. */
export function readSegment(segment: string): SegmentNode[] | undefined {
  const root: SegmentNode[] = [];
  const open: { id: number; children: SegmentNode[] }[] = [];
  const seen = new Set<number>();
  const add = (node: SegmentNode): void => {
    if (node !== '') (open.at(-1)?.children ?? root).push(node);
  };
  let from = 0;
  for (const match of segment.matchAll(PLACEHOLDER)) {
    const [all, closing, digits, single] = match;
    const id = Number(digits);
    add(unescapeText(segment.slice(from, match.index)));
    from = match.index + all.length;
    if (closing) {
      if (single || open.pop()?.id !== id) return undefined;
      continue;
    }
    if (seen.has(id)) return undefined;
    seen.add(id);
    const node = single ? { id } : { id, children: [] };
    add(node);
    if (node.children) open.push(node);
  }
  add(unescapeText(segment.slice(from)));
  return open.length === 0 ? root : undefined;
}

/** Text of a tree; words on both sides of something that stands for itself are two words. */
export function segmentText(nodes: readonly SegmentNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : node.children ? segmentText(node.children) : ' '))
    .join('');
}

/**
 * True when a translation has the placeholders of its segment: each once, nested alike, and with words inside where the
 * segment has words. Their order may differ.
 */
export function placeholdersMatch(segment: string, translation: string): boolean {
  // Before the tree is built, which is as deep as whoever answers likes.
  if (countOf(segment) !== countOf(translation)) return false;
  const [wanted, found] = [segment, translation].map((one) => shape(readSegment(one)));
  if (!wanted || found?.size !== wanted.size) return false;
  return [...wanted].every(([id, place]) => found.get(id) === place);
}

function countOf(segment: string): number {
  return segment.match(PLACEHOLDER)?.length ?? 0;
}

/** Each placeholder's kind and parent. */
function shape(nodes: SegmentNode[] | undefined): Map<number, string> | undefined {
  if (!nodes) return undefined;
  const places = new Map<number, string>();
  const collect = (list: SegmentNode[], parent: number): void => {
    for (const node of list) {
      if (typeof node === 'string') continue;
      const kind = !node.children ? 'single' : segmentText(node.children).trim() === '' ? 'empty' : 'pair';
      places.set(node.id, `${kind} in ${parent}`);
      collect(node.children ?? [], node.id);
    }
  };
  collect(nodes, 0);
  return places;
}

/** The segment with its text replaced piece by piece; placeholders stay. For providers that need no understanding. */
export function mapSegmentText(segment: string, fn: (text: string) => string): string {
  let mapped = '';
  let from = 0;
  const piece = (text: string): string => (text === '' ? '' : escapeText(fn(unescapeText(text))));
  for (const match of segment.matchAll(PLACEHOLDER)) {
    mapped += piece(segment.slice(from, match.index)) + match[0];
    from = match.index + match[0].length;
  }
  return mapped + piece(segment.slice(from));
}
