import type { Element, Nodes, Root } from 'hast';

/** Deeper than this, quotations and lists stand beside what they are in: every level is written before every line. */
const DEEPEST = 8;
const UNSHOWN =
  /^(?:script|style|template|title|head|noscript|iframe|object|embed|svg|math|select|textarea|button|audio|video|canvas)$/;
/** Block elements, and the number of line ends around each. */
const BLOCK =
  /^(?:address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|li|main|nav|ol|p|pre|section|summary|table|tr|ul)$/;
const APART = /^(?:blockquote|h[1-6]|hr|ol|p|pre|table|ul)$/;
const MARKS: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', code: '`' };

/**
 * Messages as Markdown. In one pass, whose time grows with the size alone: messages come from anybody, and libraries that care for all of
 * Markdown look at a letter again and again.
 */
export function markdownOf(tree: Root): string {
  return new Writer().writeAll(tree).text;
}

class Writer {
  private readonly out: string[] = [];
  private prefixes: string[] = [];
  /** Marks of the last line that was written. */
  private last: string[] = [];
  /** Line ends to come before what is written next. */
  private breaks = 0;
  private isSpaced = false;
  private isRaw = false;
  /** Marks that were opened and have nothing in them yet, and those that have. */
  private waiting: string[] = [];
  private readonly open = new Map<string, number>();

  get text(): string {
    return this.out.join('').trim();
  }

  writeAll(node: Root | Element): this {
    for (const child of node.children) this.write(child);
    return this;
  }

  private write(node: Nodes): void {
    if (node.type === 'text') this.words(node.value);
    else if (node.type === 'element' && !UNSHOWN.test(node.tagName)) this.element(node);
  }

  private element(node: Element): void {
    const { tagName } = node;
    if (tagName === 'br') this.breaks = Math.min(this.breaks + 1, 2);
    else if (tagName === 'img')
      this.words(typeof node.properties['alt'] === 'string' ? node.properties['alt'] : '');
    else if (tagName === 'a') this.link(node);
    else if (MARKS[tagName] !== undefined) this.marked(node, MARKS[tagName]);
    else if (BLOCK.test(tagName)) this.block(node);
    else if (tagName === 'td' || tagName === 'th') {
      this.isSpaced = true;
      this.writeAll(node);
      this.isSpaced = true;
    } else this.writeAll(node);
  }

  private block(node: Element): void {
    const { tagName } = node;
    const around = APART.test(tagName) && !this.isRaw ? 2 : 1;
    this.breakLine(around);
    if (/^h[1-6]$/.test(tagName)) this.start(`${'#'.repeat(Number(tagName[1]))} `);
    if (tagName === 'hr') this.start('---');
    if (tagName === 'pre') this.code(node);
    else if (tagName === 'blockquote') this.within('> ', () => this.writeAll(node));
    else if (tagName === 'ul' || tagName === 'ol') this.list(node);
    else this.writeAll(node);
    this.breakLine(around);
  }

  private list(node: Element): void {
    let number = 0;
    for (const child of node.children) {
      if (child.type !== 'element' || child.tagName !== 'li') {
        this.write(child);
        continue;
      }
      this.breakLine(1);
      const mark = node.tagName === 'ol' ? `${++number}. ` : '* ';
      // The content of the item follows its mark directly.
      if (!isBlank(child)) this.start(mark);
      this.within(' '.repeat(mark.length), () => this.writeAll(child));
      this.breakLine(1);
    }
  }

  private code(node: Element): void {
    if (this.isRaw || isBlank(node)) return;
    this.start('```');
    this.breaks = 1;
    this.isRaw = true;
    this.writeAll(node);
    this.isRaw = false;
    this.breaks = 1;
    this.start('```');
  }

  private link(node: Element): void {
    const { href } = node.properties;
    const isShown = typeof href === 'string' && /^https?:\/\//i.test(href) && !this.isRaw && !isBlank(node);
    if (!isShown) {
      this.writeAll(node);
      return;
    }
    this.flush('[');
    this.writeAll(node);
    this.breaks = 0;
    this.isSpaced = false;
    this.out.push(
      `](${href.replace(/[\s()<>\\]/g, (letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)})`,
    );
  }

  private marked(node: Element, mark: string): void {
    const depth = this.open.get(mark) ?? 0;
    if (depth > 0 || this.isRaw) {
      this.writeAll(node);
      return;
    }
    this.open.set(mark, depth + 1);
    this.waiting.push(mark);
    this.writeAll(node);
    this.open.set(mark, depth);
    if (this.waiting.at(-1) === mark) this.waiting.pop();
    else this.out.push(mark);
  }

  private words(value: string): void {
    if (this.isRaw) {
      value.split('\n').forEach((line, at) => {
        if (at > 0) this.breaks++;
        if (line !== '') this.flush(line.replace(/```/g, "'''"));
      });
      return;
    }
    const pieces = value.split(/[\s\u00a0]+/);
    pieces.forEach((piece, at) => {
      if (at > 0) this.isSpaced = true;
      if (piece === '') return;
      const isFirst = this.out.length === 0 || this.breaks > 0;
      const isTarget = piece.startsWith('(') && !this.isSpaced && this.out.at(-1)?.endsWith(']') === true;
      const text = this.open.get('`') ? piece.replace(/`/g, "'") : escaped(piece, isFirst);
      this.flush(isTarget ? `\\${text}` : text);
    });
  }

  private flush(text: string): void {
    if (this.breaks > 0 && this.out.length > 0) {
      const shared = this.prefixes.filter((prefix, at) => prefix === this.last[at]).join('');
      for (; this.breaks > 1; this.breaks--) this.out.push(`\n${shared.trimEnd()}`);
      this.out.push(`\n${this.prefixes.join('')}`);
    } else if (this.out.length === 0) this.out.push(this.prefixes.join(''));
    else if (this.isSpaced) this.out.push(' ');
    this.breaks = 0;
    this.isSpaced = false;
    this.last = this.prefixes;
    this.out.push(...this.waiting.splice(0), text);
  }

  /** Writes what a line begins with; what follows stands right behind it. */
  private start(mark: string): void {
    const waiting = this.waiting.splice(0);
    this.flush(mark);
    this.waiting = waiting;
  }

  private within(prefix: string, work: () => void): void {
    const outer = this.prefixes;
    if (outer.length < DEEPEST) this.prefixes = [...outer, prefix];
    work();
    this.prefixes = outer;
  }

  private breakLine(lines: number): void {
    // A mark of a list or a heading that nothing follows yet keeps what comes in its line.
    const last = this.out.at(-1);
    if (this.breaks === 0 && last !== undefined && /^(?:\* |\d+\. |#{1,6} )$/.test(last)) return;
    this.breaks = Math.max(this.breaks, lines);
    this.isSpaced = false;
  }
}

function isBlank(node: Element): boolean {
  const rest: Nodes[] = [...node.children];
  for (let next = rest.pop(); next; next = rest.pop()) {
    if (next.type === 'text' && next.value.trim() !== '') return false;
    if (next.type === 'element') rest.push(...next.children);
  }
  return true;
}

/** Letters that would mean something in Markdown. */
function escaped(word: string, isFirst: boolean): string {
  const text = word.replace(/[\\`*<]|\](?=[([:])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');
  return isFirst
    ? text.replace(/^(?:[#>+~-]|\d{1,9}(?=[.)]$))/, (start) => (/\d/.test(start) ? start : `\\${start}`))
    : text;
}
