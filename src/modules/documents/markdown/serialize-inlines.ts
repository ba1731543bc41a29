import type { DocumentInline, DocumentMark, DocumentNode } from '../document.types.js';
import { isValidInline } from '../node-rules.js';
import type { ValidInline } from '../catalogue/node-data.js';
import { plainText } from '../document-nodes.js';
import { encodeBlank, escapeText, formatCode, formatDestination, formatTitle, longestRun } from './escape.js';
import { isWritableRef } from './content-ref-text.js';
import { firstChar, isEdge, isSpace, isWordChar, lastChar } from './edge-characters.js';
import { openTag } from './html-tag.js';
import { emojiNameByCode } from '#platform/typography/emoji.js';
import { isOpen, markToOpen, toUnits, widestRun, type Unit } from './inline-runs.js';
import {
  buttonTags,
  footnoteAddress,
  footnoteLabel,
  footnoteTag,
  inlineTag,
  jsonInline,
  linkParts,
  markTags,
  mentionParts,
  onlyKeys,
  rawText,
} from './inline-html.js';
import type { SerializeState } from './serialize-state.js';

export interface InlineScope {
  state: SerializeState;
  inLink: boolean;
  inCell: boolean;
  inHeading: boolean;
  /** True to write raw HTML as JSON, because its source would pair up with other tags. */
  rawAsJson: boolean;
}

/** An empty element without meaning: it keeps a line from being read as a block of HTML, an image or a formula. */
export const GUARD = '<span></span>';

/** Writes the inline content of one block as Markdown. */
export class InlineWriter {
  private readonly pieces: string[] = [];
  /** The last piece; empty before the first. To look at the end of the whole text would join the pieces each time. */
  private tail = '';

  /** @param before the character before the text, when this writes the inside of another construct. */
  constructor(
    private readonly scope: InlineScope,
    private readonly before = '',
  ) {}

  write(nodes: DocumentNode[], open: DocumentMark[] = []): string {
    this.units(toUnits(nodes), open);
    const out = this.pieces.join('');
    const last = out.at(-1);
    return this.before === '' && (last === ' ' || last === '\t') ? out.slice(0, -1) + encodeBlank(last) : out;
  }

  private add(text: string): void {
    if (text === '') return;
    this.pieces.push(text);
    this.tail = text;
  }

  private inner(nodes: DocumentNode[], open: DocumentMark[], before: string, scope = this.scope): string {
    return new InlineWriter(scope, before).write(nodes, open);
  }

  private units(units: Unit[], open: DocumentMark[]): void {
    for (let at = 0; at < units.length;) {
      const unit = units[at] as Unit;
      const run = widestRun(units, at, open);
      const mark = run?.mark;
      if (run && mark && !(mark.type === 'code' && mark.data === undefined)) {
        const { end } = run;
        this.marked(mark, units.slice(at, end), open, units[end]);
        at = end;
        continue;
      }
      const isFollowed = at + 1 < units.length || this.before !== '';
      if ('inline' in unit) this.add(this.inline(unit.inline, open));
      else if (mark) this.code(unit.leaf.text);
      else this.text(unit.leaf.text, isFollowed, nextType(units[at + 1]));
      at += 1;
    }
  }

  private marked(mark: DocumentMark, units: Unit[], open: DocumentMark[], next: Unit | undefined): void {
    const delimiter = this.delimiters(mark.type);
    const writer = new InlineWriter(this.scope, delimiter?.[0]?.charAt(0) ?? '>');
    writer.units(units, [...open, mark]);
    const inner = writer.pieces.join('');
    const fit =
      mark.data === undefined
        ? delimiter?.find((one) => this.fits(one, inner, next && nextChar(next, open)))
        : undefined;
    const tags = markTags(mark);
    const opening = this.tag(tags.open);
    this.add(fit === undefined ? opening + inner + tags.close : fit + inner + fit);
  }

  private delimiters(type: string): string[] | undefined {
    const { italic, bold } = this.scope.state.signs;
    return type === 'italic'
      ? italic
      : type === 'bold'
        ? bold
        : type === 'strikethrough'
          ? ['~~']
          : undefined;
  }

  /** True when Markdown would read these delimiters around this text, at this place, as the mark. */
  private fits(delimiter: string, inner: string, next: string | undefined): boolean {
    const char = delimiter.charAt(0);
    const [first, last] = [firstChar(inner), lastChar(inner)];
    const previous = lastChar(this.tail) || this.before;
    if (
      inner === '' ||
      isSpace(first) ||
      isSpace(last) ||
      first === char ||
      last === char ||
      previous === char
    )
      return false;
    const following = next ?? (this.before === '' ? '' : '<');
    if (following === char) return false;
    if (char === '_') return isEdge(previous) && isEdge(following);
    return (isWordChar(first) || isEdge(previous)) && (isWordChar(last) || isEdge(following));
  }

  private code(text: string): void {
    const plain = formatCode(text, this.scope.inCell);
    if (plain !== undefined && !lastChar(this.tail).startsWith('`')) {
      this.add(plain);
      return;
    }
    this.add('<code>');
    this.text(text, true);
    this.add('</code>');
  }

  private text(text: string, isFollowed: boolean, next = ''): void {
    const lines = text.split('\n');
    lines.forEach((line, at) => {
      if (at > 0) this.lineBreak(lines[at - 1] as string, line);
      const follows = at < lines.length - 1 || isFollowed;
      const escaped = escapeText(line, {
        inLink: this.scope.inLink,
        inCell: this.scope.inCell,
        inHeading: this.scope.inHeading,
        atLineStart: this.isLineStart(),
        isFollowed: follows,
        next: at < lines.length - 1 ? '' : next,
        previous: lastChar(this.tail),
      });
      this.add(escaped);
    });
  }

  private lineBreak(before: string, after: string): void {
    const isBetweenWords = before.trim() !== '' && after.trim() !== '';
    this.add(!isBetweenWords || this.scope.inHeading || this.scope.inCell ? '<br>' : '\\\n');
  }

  private isLineStart(): boolean {
    return this.tail === '' ? this.before === '' : this.tail.endsWith('\n');
  }

  private inline(node: DocumentInline, open: DocumentMark[]): string {
    return this.known(node, open) ?? this.tag(jsonInline(node));
  }

  /** A tag in a cell of a pipe table, where a bar in an attribute would end the cell. */
  private tag(source: string): string;
  private tag(source: string | undefined): string | undefined;
  private tag(source: string | undefined): string | undefined {
    return this.scope.inCell ? source?.replaceAll('|', '&#x7C;') : source;
  }

  private known(node: DocumentInline, open: DocumentMark[]): string | undefined {
    const { state, inCell } = this.scope;
    if (!isValidInline(node)) return undefined;
    switch (node.type) {
      case 'link':
        return this.link(node, open);
      case 'mention': {
        const parts = mentionParts(node, state);
        if (!parts) return undefined;
        const label = this.label(parts.text);
        if (this.scope.inLink)
          return `${this.tag(openTag('a', { href: parts.url, title: 'mention' }))}${label}</a>`;
        return `[${label}](${formatDestination(parts.url, inCell)} "mention")`;
      }
      case 'inline-image':
        return this.image(node) ?? this.tag(inlineTag(node, state));
      case 'emoji': {
        const { code = '' } = node.data;
        const name = onlyKeys(node.data, ['code']) ? emojiNameByCode(code) : undefined;
        return name === undefined ? this.tag(inlineTag(node, state)) : `:${name}:`;
      }
      case 'inline-math':
        return this.math(node) ?? this.tag(inlineTag(node, state));
      case 'annotation':
        return this.annotation(node, open);
      case 'expression':
        return this.expression(node);
      case 'button': {
        const tags = buttonTags(node.data, state);
        return tags && this.tag(tags.open) + this.label(node.data.label ?? '') + tags.close;
      }
      default:
        return this.tag(inlineTag(node, state));
    }
  }

  /** Writes words inside brackets or tags. */
  private label(text: string): string {
    return this.inner([{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }], [], '[', {
      ...this.scope,
      inLink: true,
    });
  }

  private link(node: ValidInline<'link'>, open: DocumentMark[]): string | undefined {
    const { state, inCell } = this.scope;
    const parts = linkParts(node, state);
    if (!parts) return undefined;
    const { url, title } = parts;
    const units = toUnits(node.nodes ?? []);
    const only = units.length === 1 ? units[0] : undefined;
    const inner = this.inner(node.nodes ?? [], open, '[', { ...this.scope, inLink: true });
    if (parts.attributes !== undefined || this.scope.inLink) return `${this.tag(parts.open)}${inner}</a>`;
    if (
      only &&
      'leaf' in only &&
      title === undefined &&
      !inCell &&
      only.leaf.marks.every((mark) => isOpen(mark, open))
    ) {
      if (only.leaf.text === url && isAutolink(url)) return `<${url}>`;
    }
    return `[${inner}](${formatDestination(url, inCell)}${title === undefined ? '' : formatTitle(title, inCell)})`;
  }

  private image(node: ValidInline<'inline-image'>): string | undefined {
    const { ref, alt = '', caption } = node.data;
    const isShort = onlyKeys(node.data, ['ref', 'alt', 'caption']) && !/[\n]|^\s|\s$/.test(alt);
    if (!isShort || !isWritableRef(ref)) return undefined;
    const { inCell } = this.scope;
    const title = caption === undefined ? '' : formatTitle(caption, inCell);
    return `![${this.label(alt)}](${formatDestination(this.scope.state.address(ref), inCell)}${title})`;
  }

  private math(node: ValidInline<'inline-math'>): string | undefined {
    const { formula } = node.data;
    if (formula === undefined || !onlyKeys(node.data, ['formula'])) return undefined;
    if (formula.trim() === '' || /\n|^\$|\$$/.test(formula) || lastChar(this.tail) === '$') return undefined;
    if (this.scope.inCell && formula.includes('|')) return undefined;
    const fence = '$'.repeat(Math.max(2, longestRun(formula, '$') + 1));
    return /^ .* $/.test(formula) ? `${fence} ${formula} ${fence}` : fence + formula + fence;
  }

  private annotation(node: ValidInline<'annotation'>, open: DocumentMark[]): string | undefined {
    if (!onlyKeys(node.data, [])) return undefined;
    const wanted = footnoteLabel(node);
    const label = this.scope.state.note(node, wanted);
    if (label === wanted && !this.scope.inLink) return `[^${label}]`;
    const nodes = node.nodes ?? [];
    const isLink =
      !this.scope.inLink && plainText(nodes) !== '' && nodes.every((one) => one.object === 'text');
    if (!isLink) return `${footnoteTag(label)}${this.inner(nodes, open, '>')}</a>`;
    const words = this.inner(nodes, open, '[', { ...this.scope, inLink: true });
    return `[${words}](${footnoteAddress(label)})[^${label}]`;
  }

  private expression(node: ValidInline<'expression'>): string | undefined {
    const { expression } = node.data;
    if (typeof node.data['raw'] === 'string') {
      const raw = this.scope.rawAsJson ? undefined : rawText(node);
      return raw !== undefined && this.scope.inCell && raw.includes('|') ? undefined : raw;
    }
    if (expression === undefined || !onlyKeys(node.data, ['expression'])) return undefined;
    return `<code class="expression">${this.label(expression)}</code>`;
  }
}

/** The next character, as far as its class goes: tags and other delimiters count as punctuation. */
function nextChar(unit: Unit, open: DocumentMark[]): string {
  return 'leaf' in unit && !markToOpen(unit, open) ? firstChar(unit.leaf.text) : '<';
}

function nextType(unit: Unit | undefined): string {
  return unit && 'inline' in unit ? unit.inline.type : '';
}

function isAutolink(url: string): boolean {
  return /^https?:\/\/[^\s<>\\&`|]+$/.test(url);
}
