import { canonicalJson } from '#platform/canonical-json.js';
import type { DocumentBlock, JSONDocument } from '../document.types.js';
import { isEmptyParagraph } from '../document-nodes.js';
import { frontValues } from '../markdown/front-matter.js';
import { readOne } from '../markdown/inline-markdown.js';
import type { PageMeta, ParseContext, SerializeContext } from '../markdown/markdown.types.js';
import { saysTheSame } from '../markdown/parse-markdown.js';
import { bodyParts, serializeMarkdown, serializePage, titleLine } from '../markdown/serialize-markdown.js';
import { SerializeState } from '../markdown/serialize-state.js';
import { normalizeDocument } from '../normalize-document.js';
import { BlockRewriter } from './block-rewriter.js';
import { BlockTexts } from './block-texts.js';
import type { Care } from './rewriter.js';
import { type EarlierReading, leadingHidden, type Reading, readSource, type TextKind } from './reading.js';
import { rewriteDefinitions, unusedDefinitions } from './rewrite-definitions.js';
import { rewriteFrontMatter } from './rewrite-front-matter.js';
import { signsOf } from './source-signs.js';
import { SourceText } from './source-text.js';

/** A text that must say something else. */
export interface RewriteRequest {
  kind: TextKind;
  /** As its author wrote it. */
  source: string;
  /** The properties and the document that it must say. */
  meta: PageMeta;
  document: JSONDocument;
  /** The title that readers know before they read the source, such as from a list of pages. */
  titleBefore?: string;
  /** The same for the text that is written. */
  title?: string;
  /** The title of a page that has no heading for it. */
  impliedTitle?: string;
  /** True for a page that readers hide though its text does not say so. */
  isHiddenAnyway?: boolean;
}

export type RewriteContext = ParseContext & SerializeContext;

/** From this length on a text is read again less often. */
const LONG = 200_000;
const CARES: readonly Care[] = ['words', 'blocks', 'none'];

/**
 * Writes what a text must say into the text of its author: only the lines of blocks that say something else are
 * changed. The result is read again: where it would say anything else than what is wanted, the block around is written
 * anew, and at last the whole text.
 * @param earlier results of an earlier reading of the source.
 */
export function rewriteText(
  request: RewriteRequest,
  context: RewriteContext,
  earlier?: EarlierReading,
): string {
  return new TextRewriter(request, context, earlier).run();
}

class TextRewriter {
  private readonly wanted: JSONDocument;
  private readonly meta: PageMeta;
  private readonly reading: Reading;
  private readonly wantedParts: readonly string[];
  private readonly wantedText: string;
  private readonly unused = new Set<string>();
  /** True once footnotes are written anew instead of into the text. */
  private isPlain = false;

  constructor(
    private readonly request: RewriteRequest,
    private readonly context: RewriteContext,
    earlier?: EarlierReading,
  ) {
    const { kind, source, document, titleBefore, isHiddenAnyway } = request;
    this.wanted = normalizeDocument(document);
    this.reading = readSource(kind, source, { ...context, title: titleBefore }, earlier);
    const { hidden, ...shown } = request.meta;
    this.meta =
      hidden === true && isHiddenAnyway && this.reading.meta.hidden === undefined ? shown : request.meta;
    const { parts, text } = this.partsOf(this.wanted.nodes);
    this.wantedParts = parts;
    this.wantedText = text;
  }

  run(): string {
    const { source } = this.request;
    if (this.problem(this.reading) === undefined) return source;
    const front = this.front();
    for (const needsHeading of this.reading.heading ? [true] : [this.isHeadingNeeded(), true]) {
      const text = this.attempts(front, needsHeading);
      if (text !== undefined) return text;
    }
    return this.anew(front);
  }

  /** Tries with less and less of the author's text. */
  private attempts(front: string, needsHeading: boolean): string | undefined {
    const next = this.nextBlocks(needsHeading);
    const shift = needsHeading ? 1 : 0;
    const cares: number[] = next.map(() => 0);
    const tries = this.request.source.length > LONG ? 3 : 8;
    for (let count = 0; count < tries; count += 1) {
      const text = this.compose(front, next, cares);
      if (text === undefined) return undefined;
      const reading = readSource(this.request.kind, text, { ...this.context, title: this.request.title });
      const problem = this.problem(reading);
      if (problem === undefined) return text;
      if (this.forgetUnused(reading)) continue;
      if (!this.isPlain && reading.notes.length > 0) {
        this.isPlain = true;
        continue;
      }
      if (problem === 'meta' || !raise(cares, problem, shift)) return undefined;
    }
    return undefined;
  }

  /** Notes definitions to which nothing refers any longer. True when there are such. */
  private forgetUnused(after: Reading): boolean {
    const before = this.unused.size;
    for (const key of unusedDefinitions(this.reading, after)) this.unused.add(key);
    return this.unused.size > before;
  }

  /** Undefined for a text that says what is wanted, else the range of the blocks that do not. */
  private problem(reading: Reading): 'meta' | { from: number; to: number } | undefined {
    const { meta } = this;
    const { kind, impliedTitle } = this.request;
    const { parts, text: whole } = this.partsOf(reading.body);
    if (whole !== this.wantedText) {
      let from = 0;
      while (from < parts.length && from < this.wantedParts.length && parts[from] === this.wantedParts[from])
        from += 1;
      let end = 0;
      const most = Math.min(parts.length, this.wantedParts.length) - from;
      while (end < most && parts.at(-1 - end) === this.wantedParts.at(-1 - end)) end += 1;
      return { from, to: this.wantedParts.length - end };
    }
    if (kind === 'markdown') return undefined;
    const isTitle = reading.heading
      ? this.isSameTitle(reading.meta)
      : meta.title === undefined || (meta.title === impliedTitle && meta.titleMarkdown === undefined);
    const state = new SerializeState(this.context);
    const [front, wanted] = [reading.meta, meta].map((one) =>
      canonicalJson(frontValues(one, (ref) => state.address(ref))),
    );
    return isTitle && front === wanted ? undefined : 'meta';
  }

  /** True when a heading says the title that is wanted. */
  private isSameTitle({ title = '', titleMarkdown }: PageMeta): boolean {
    const { meta } = this;
    const { title: known } = this.request;
    if (meta.title === undefined) return false;
    if (title === meta.title) return titleMarkdown === meta.titleMarkdown;
    // A title that is listed with other capitals is that of the list.
    return (
      known !== undefined &&
      meta.titleMarkdown === undefined &&
      known === meta.title &&
      saysTheSame(title, known)
    );
  }

  private isHeadingNeeded(): boolean {
    const { meta } = this;
    const { impliedTitle, kind } = this.request;
    if (kind === 'markdown' || meta.title === undefined) return false;
    return meta.title !== impliedTitle || meta.titleMarkdown !== undefined;
  }

  /** The wanted blocks with the heading that is the title. */
  private nextBlocks(needsHeading: boolean): DocumentBlock[] {
    const { heading, meta: before } = this.reading;
    const isEmpty = this.wanted.nodes.length === 1 && this.wanted.nodes.every(isEmptyParagraph);
    const blocks = isEmpty ? [] : this.wanted.nodes;
    if (!needsHeading || this.meta.title === undefined) return blocks;
    const state = new SerializeState(this.context);
    const title = heading && this.isSameTitle(before) ? heading : readOne(`# ${titleLine(this.meta, state)}`);
    if (!title) return blocks;
    const at = heading ? Math.min(this.reading.blocks.indexOf(heading), leadingHidden(blocks)) : 0;
    return [...blocks.slice(0, at), title, ...blocks.slice(at)];
  }

  private compose(front: string, next: DocumentBlock[], cares: readonly number[]): string | undefined {
    const { reading, request } = this;
    const source = new SourceText(request.source);
    const texts = new BlockTexts(this.context, signsOf(source.lines));
    const rewriter = new BlockRewriter(source, texts);
    const { unused, isPlain } = this;
    rewriteDefinitions(rewriter, reading, { wanted: this.wanted.nodes, unused, isPlain });
    const region = { from: reading.frontLines + 1, to: source.lines.length };
    const lines =
      reading.blocks.length === 0
        ? this.firstBlocks(source, texts, next)
        : rewriter.siblings({
            before: reading.blocks,
            next,
            region,
            prefix: { first: '', rest: '' },
            inList: false,
            care: (at) => CARES[cares[at]!]!,
          });
    if (!lines) return undefined;
    if (next.length === 0 && reading.blocks.length > 0) return undefined;
    const notes = texts.notes().flatMap((note) => [source.eol, ...source.write(note, '')]);
    return this.withFront(source, front, [...lines, ...notes]);
  }

  /** The first blocks of a text that had none. */
  private firstBlocks(source: SourceText, texts: BlockTexts, next: DocumentBlock[]): string[] | undefined {
    const { frontLines } = this.reading;
    if (this.reading.notes.length + this.reading.links.length > 0) return undefined;
    const kept = source.slice(frontLines + 1, source.lines.length);
    if (kept.some((line) => line.trim() !== '')) return undefined;
    if (next.length === 0) return kept;
    const written = next.map((block) => texts.of(block, false)).join('\n\n');
    return [...(frontLines > 0 && kept.length === 0 ? [source.eol] : kept), ...source.write(written, '')];
  }

  /** The front matter of the text that is written. */
  private front(): string {
    const { meta } = this;
    const { kind, source } = this.request;
    if (kind === 'markdown') return '';
    const text = new SourceText(source);
    const lines = text.slice(1, this.reading.frontLines);
    const state = new SerializeState(this.context);
    return rewriteFrontMatter(lines.join(''), this.reading.meta, meta, text.eol, (ref) => state.address(ref));
  }

  private withFront(source: SourceText, front: string, lines: readonly string[]): string {
    const isNew = this.reading.frontLines === 0 && front !== '';
    const isGone = this.reading.frontLines > 0 && front === '';
    const blank = isNew && lines.length > 0 && lines[0]!.trim() !== '' ? [source.eol] : [];
    const from = isGone ? lines.findIndex((line) => line.trim() !== '') : 0;
    return source.join([front, ...blank, ...lines.slice(Math.max(from, 0))]);
  }

  /** The whole text in the form of the format; its front matter stays. */
  private anew(front: string): string {
    const { meta } = this;
    const { kind, source } = this.request;
    const text = new SourceText(source);
    const inForm = (markdown: string): string =>
      text.join(markdown === '' ? [] : text.write(markdown.replace(/\n$/, ''), ''));
    if (kind === 'markdown') return inForm(serializeMarkdown(this.wanted, this.context));
    const body = serializePage(
      { title: meta.title, titleMarkdown: meta.titleMarkdown },
      this.wanted,
      this.context,
    );
    const isGuarded = front !== '' && !body.startsWith('---');
    const written = isGuarded
      ? text.join([front, text.eol, ...text.write(body.replace(/\n$/, ''), '')])
      : undefined;
    if (written !== undefined) {
      const reading = readSource(kind, written, { ...this.context, title: this.request.title });
      if (this.problem(reading) === undefined) return written;
    }
    return inForm(serializePage(meta, this.wanted, this.context));
  }

  private partsOf(nodes: DocumentBlock[]): { parts: string[]; text: string } {
    const state = new SerializeState(this.context);
    const { blocks, notes } = bodyParts({ object: 'document', data: {}, nodes }, state);
    return { parts: blocks, text: [...blocks, '', ...notes].join('\n\n') };
  }
}

/** Lets less of the text of some blocks stay; false when none of it is left. */
function raise(cares: number[], { from, to }: { from: number; to: number }, shift: number): boolean {
  const most = CARES.length - 1;
  const step = (first: number, last: number): boolean => {
    let isRaised = false;
    for (let at = Math.max(0, first); at < Math.min(cares.length, last); at += 1) {
      if (cares[at]! >= most) continue;
      cares[at]! += 1;
      isRaised = true;
    }
    return isRaised;
  };
  return step(from + shift, to + shift) || step(from + shift - 1, to + shift + 1);
}
