import type { Definition, FootnoteDefinition, Root, RootContent } from 'mdast';
import type { ContentRef } from '../document.types.js';
import { parseContentRef } from './content-ref-text.js';
import type { MarkdownWarning, MarkdownWarningKind, ParseContext } from './markdown.types.js';
import type { Places } from '../source/places.js';
import { Steps } from './measured-constructs.js';
import { parseTree } from './syntax.js';
import { TextTree } from './text-tree.js';

/** Depth beyond which containers are flattened to text: readers do not nest so far, and recursion needs a limit. */
export const MAX_DEPTH = 60;

/** Limit on further copies of footnote bodies in one document; each reference holds one. */
const MAX_ANNOTATIONS = 5000;

/** The state of one conversion: the caller's resolvers, the warnings, and the document-wide definitions. */
export class ParseState {
  readonly warnings: MarkdownWarning[] = [];
  readonly footnotes = new Map<string, FootnoteDefinition>();
  readonly usedFootnotes = new Set<string>();
  readonly definitions = new Map<string, Definition>();
  readonly usedDefinitions = new Set<string>();
  /** Footnotes whose body is being converted, so that a footnote that refers to itself ends. */
  readonly openFootnotes: string[] = [];
  private readonly annotated = new Set<string>();
  private annotations = 0;
  private reparseBudget = 200_000;
  private steps = new Steps(0);

  /**
   * @param textTree of an earlier reading of the same text.
   * @param places to note where blocks stand in the text.
   */
  constructor(
    readonly context: ParseContext,
    private readonly textTree = new TextTree(),
    readonly places?: Places,
  ) {}

  warn(kind: MarkdownWarningKind, message: string, line?: number): void {
    if (this.warnings.length >= 1000) return;
    const { file } = this.context;
    this.warnings.push({
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
      kind,
      message,
    });
  }

  /** Parses the whole text, which begins after `line` other lines, and remembers its definitions. */
  tree(markdown: string, line: number): Root {
    const { length } = markdown;
    this.reparseBudget = 4 * length + 200_000;
    this.steps = new Steps(length);
    const root = this.textTree.get(markdown, this.steps, (at) => this.warnOfCharacters(line + at));
    this.places?.collect(root, line);
    this.collect(root);
    return root;
  }

  private warnOfCharacters(line?: number): void {
    this.warn('too-many-signs', 'too many signs that begin nothing; the others here are kept as text', line);
  }

  /** Finds the definitions, and the used ones among them, before any of the text is converted. */
  private collect(root: Root): void {
    const references = new Map<FootnoteDefinition | undefined, string[]>();
    const stack: { parent: { children: unknown[] }; note?: FootnoteDefinition }[] = [{ parent: root }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      for (const child of top.parent.children as RootContent[]) {
        this.remember(child);
        if (child.type === 'footnoteReference') {
          const list = references.get(top.note) ?? [];
          references.set(top.note, [...list.slice(-1000), child.identifier]);
        }
        const note = child.type === 'footnoteDefinition' ? child : top.note;
        if ('children' in child) stack.push({ parent: child, note });
      }
    }
    this.reach(references);
  }

  private remember(node: RootContent): void {
    if (node.type === 'definition' && !this.definitions.has(node.identifier))
      this.definitions.set(node.identifier, node);
    else if (node.type === 'footnoteDefinition' && !this.footnotes.has(node.identifier)) {
      this.footnotes.set(node.identifier, node);
    } else if (node.type === 'linkReference' || node.type === 'imageReference')
      this.usedDefinitions.add(node.identifier);
  }

  /** Marks the footnotes to which the text refers, directly or through other footnotes. */
  private reach(references: Map<FootnoteDefinition | undefined, string[]>): void {
    const queue = [...(references.get(undefined) ?? [])];
    for (let identifier = queue.pop(); identifier !== undefined; identifier = queue.pop()) {
      if (this.usedFootnotes.has(identifier)) continue;
      this.usedFootnotes.add(identifier);
      for (const next of references.get(this.footnotes.get(identifier)) ?? []) queue.push(next);
    }
  }

  /** False once so much text was parsed again that more would make the time grow faster than the text. */
  mayReparse(length: number, line?: number): boolean {
    this.reparseBudget -= length + 50;
    if (this.reparseBudget > 0) return true;
    this.warn('too-deep', 'too many pieces within each other; kept as text', line);
    return false;
  }

  /**
   * Parses a piece of the text again (Markdown inside HTML, text after a tag) with the same definitions. `line` is the
   * number of lines before it, when that is known.
   */
  subTree(markdown: string, options: { mathBlocks?: boolean; line?: number } = {}): Root {
    const { line, mathBlocks } = options;
    const { steps, definitions, footnotes } = this;
    const cut = (at: number): void => this.warnOfCharacters(line === undefined ? undefined : line + at);
    return parseTree(markdown, {
      steps,
      definitions,
      footnotes,
      cut,
      ...(mathBlocks === false && { mathBlocks }),
    });
  }

  /** True for the first copy of the body of a footnote, and for further copies up to the limit. */
  mayAnnotate(identifier: string): boolean {
    if (!this.annotated.has(identifier)) {
      this.annotated.add(identifier);
      return true;
    }
    this.annotations += 1;
    return this.annotations <= MAX_ANNOTATIONS;
  }

  link(url: string): ContentRef {
    return parseContentRef(url) ?? this.context.resolveLink?.(url) ?? { kind: 'url', url };
  }

  file(path: string): ContentRef {
    const own = path.startsWith('#') ? undefined : parseContentRef(path);
    return own ?? this.context.resolveFile?.(path) ?? { kind: 'url', url: path };
  }

  include(path: string): ContentRef {
    return parseContentRef(path) ?? this.context.resolveInclude?.(path) ?? { kind: 'url', url: path };
  }
}

/** A link definition written back as Markdown. */
export function definitionSource(definition: Definition): string {
  const label = definition.label ?? definition.identifier;
  const url = `<${definition.url
    .replace(/[\\<>]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replace(/[\n\r]/g, ' ')}>`;
  const title = definition.title
    ? ` "${definition.title
        .replace(/["\\]/g, '\\$&')
        .replaceAll('&', '&amp;')
        .replace(/(?<!\s)\s*\n\s*/g, ' ')}"`
    : '';
  return `[${label.replace(/\s+/g, ' ')}]: ${url}${title}`;
}
