import { posix } from 'node:path';
import type { PageNode, ReusableContent } from '#modules/content/index.js';
import {
  type ContentRef,
  documentReferences,
  emptyDocument,
  isContentRef,
  type JSONDocument,
  rewriteTextAsync,
} from '#modules/documents/index.js';
import { mapAtOnce } from '#platform/event-loop/at-once.js';
import { CONFIG_FILE } from '../folder/folder-config.js';
import type { SpaceTree } from '../space-tree.js';
import type { ContentPaths } from './content-paths.js';
import { addressResolver } from './folder-addresses.js';
import { type FolderPlan, refersTo, sameMeta } from './folder-plan.js';
import { type NamedRedirect, rewriteConfig, rewriteVariables } from './rewrite-config.js';
import { IN_THREAD, type RefContext, rewriteInclude } from './rewrite-include.js';
import { contentRoot, redirectTarget, writeConfig } from './write-config.js';
import type { ChangedContent, FolderChange } from './folder-change.js';
import { formatRef, metaOf, writeInclude, writePage } from './write-page.js';
import { pathFrom } from './write-summary.js';

interface Sources {
  documents: (hashes: string[]) => Promise<ReadonlyMap<string, JSONDocument>>;
  read: (path: string) => Promise<Buffer>;
}

/** A text of the folder, and what it must say. */
interface Text {
  of: ChangedContent;
  document: string | null;
  path: string;
  /** The path that it has in the folder. */
  before?: string;
  /** True when it may say something else than before, whatever it links to. */
  isChanged: boolean;
  /** References besides those of the document. */
  refs: ContentRef[];
  anew: (document: JSONDocument) => Promise<string>;
  rewrite: (source: string, document: JSONDocument, context: RefContext) => Promise<string>;
}

const BATCH = 100;
/** As many as one organization may use threads. */
const AT_ONCE = 4;

/** The changes of the texts of a folder. */
export class FolderTexts {
  constructor(
    private readonly plan: FolderPlan,
    private readonly spaceId: string,
    private readonly sources: Sources,
  ) {}

  async *changes(): AsyncGenerator<FolderChange> {
    const { moved } = this.plan;
    const texts = [
      ...this.plan.pages.map((page) => this.pageText(page)),
      ...this.plan.next.reusableContents.map((content) => this.includeText(content)),
    ].filter(({ isChanged }) => isChanged || moved.size > 0);
    for (let start = 0; start < texts.length; start += BATCH) {
      const batch = texts.slice(start, start + BATCH);
      const documents = await this.sources.documents(batch.flatMap(({ document }) => document ?? []));
      const found = await mapAtOnce(batch, AT_ONCE, async (text): Promise<FolderChange[]> => {
        const document = (text.document !== null && documents.get(text.document)) || emptyDocument();
        return text.isChanged || this.refersToMoved(text, document) ? this.change(text, document) : [];
      });
      yield* found.flat();
    }
    yield* this.summary();
    yield* this.config();
    yield* this.variables();
  }

  private pageText(page: PageNode): Text {
    const { plan, spaceId } = this;
    const path = plan.paths.pages.get(page.id)!;
    const before = plan.pathsBefore.pages.get(page.id);
    const was = plan.pagesBefore.get(page.id);
    const { cover, coverDark } = coverRefs(page);
    return {
      of: { kind: 'page', id: page.id },
      document: page.document,
      path,
      ...(before !== undefined && { before }),
      isChanged: !was || was.document !== page.document || !sameMeta(was, page) || plan.isSeenAnew(page),
      refs: [cover, coverDark].flatMap((ref) => ref ?? []),
      anew: (document) => writePage(page, document, path, { spaceId, paths: plan.paths }),
      rewrite: (source, document, context) =>
        rewriteTextAsync(
          { kind: 'page', source, meta: metaOf(page), document, ...plan.titlesOf(page) },
          context,
          IN_THREAD,
        ),
    };
  }

  private includeText(content: ReusableContent): Text {
    const { plan, spaceId } = this;
    const path = plan.paths.includes.get(content.id)!;
    const before = plan.pathsBefore.includes.get(content.id);
    const was = plan.includesBefore.get(content.id);
    return {
      of: { kind: 'reusable-content', id: content.id },
      document: content.document,
      path,
      ...(before !== undefined && { before }),
      isChanged: was?.document !== content.document || was.title !== content.title || before !== path,
      refs: [],
      anew: (document) => writeInclude(content, document, path, { spaceId, paths: plan.paths }),
      rewrite: (source, document, context) => {
        const title = was?.title === content.title ? undefined : content.title;
        return rewriteInclude(source, title, document, context);
      },
    };
  }

  private refersToMoved({ refs }: Text, document: JSONDocument): boolean {
    const { moved } = this.plan;
    const all = [...refs, ...documentReferences(document).map(({ ref }) => ref)];
    return all.some((ref) => refersTo(ref, moved));
  }

  private async change(text: Text, document: JSONDocument): Promise<FolderChange[]> {
    const { of, path, before } = text;
    if (before === undefined) return [{ kind: 'write', path, text: await text.anew(document), of }];
    const from = before === path ? {} : { from: before };
    const bytes = await this.sources.read(before);
    const source = bytes.toString('utf8');
    const isText = !source.includes('\ufffd') || Buffer.from(source).equals(bytes);
    const written = isText
      ? await text.rewrite(source, document, this.contextOf(before, path, document))
      : await this.anewIfChanged(text, document, source);
    if (written !== source) return [{ kind: 'write', path, text: written, ...from, of }];
    return before === path ? [] : [{ kind: 'rename', path, from: before, of }];
  }

  /** A text that is not UTF-8 cannot be changed in part: letters that were lost would be lost in all of it. */
  private anewIfChanged(
    { of, document: hash, anew }: Text,
    document: JSONDocument,
    source: string,
  ): Promise<string> | string {
    const { pagesBefore, includesBefore, pages } = this.plan;
    const was = of.kind === 'page' ? pagesBefore.get(of.id) : includesBefore.get(of.id);
    const page = pages.find(({ id }) => id === of.id);
    const isSame = was?.document === hash && (!page || sameMeta(was as PageNode, page));
    return isSame ? source : anew(document);
  }

  private contextOf(before: string, path: string, document: JSONDocument): RefContext {
    const { plan, spaceId } = this;
    const place = { spaceId, paths: plan.paths };
    const format = (ref: ContentRef): string | undefined => formatRef(ref, path, place);
    const broken = new Set(
      documentReferences(document).flatMap(({ ref }) => (ref.kind === 'url' ? [ref.url] : [])),
    );
    const resolve = addressResolver(
      (address) => plan.addressesBefore.resolve(before, address),
      (address) => plan.addresses.resolve(path, address),
      broken,
      (ref) => format(ref) !== undefined,
    );
    return { resolveLink: resolve, resolveFile: resolve, resolveInclude: resolve, formatRef: format };
  }

  private async *summary(): AsyncGenerator<FolderChange> {
    const { summary, summaryPath, summaryBefore } = this.plan;
    if (summary !== undefined && summary !== summaryBefore)
      yield { kind: 'write', path: summaryPath, text: summary };
  }

  private async *config(): AsyncGenerator<FolderChange> {
    const { plan } = this;
    const { before, next, layout, paths, pathsBefore } = plan;
    const text = await this.textAt(CONFIG_FILE);
    if (plan.isNew) {
      const written = writeConfig(next, paths, layout);
      if (written !== undefined) yield { kind: 'write', path: CONFIG_FILE, text: written };
      return;
    }
    const readmeBefore = posix.join(layout.root, layout.readme);
    const [id] = [...pathsBefore.pages].find(([, path]) => path === readmeBefore) ?? [];
    const readme = id === undefined ? undefined : paths.pages.get(id);
    const written = rewriteConfig(text, {
      redirectsBefore: this.redirectsOf(before, pathsBefore),
      redirects: this.redirectsOf(next, paths),
      ...(readme !== undefined &&
        readme !== readmeBefore && { readme: pathFrom(contentRoot(layout), readme) }),
    });
    if (written !== undefined && written !== text) yield { kind: 'write', path: CONFIG_FILE, text: written };
  }

  private redirectsOf({ settings }: SpaceTree, paths: ContentPaths): NamedRedirect[] {
    const root = contentRoot(this.plan.layout);
    return settings.redirects.flatMap((redirect) => {
      const address = redirectTarget(redirect.target, paths, root);
      return address === undefined ? [] : [{ redirect, address }];
    });
  }

  private async *variables(): AsyncGenerator<FolderChange> {
    const { before, next, layout } = this.plan;
    const path = posix.join(layout.root, '.gitbook/vars.yaml');
    const text = await this.textAt(path);
    const written = rewriteVariables(text, before.settings.variables, next.settings.variables);
    if (written === text) return;
    yield written === undefined ? { kind: 'remove', path } : { kind: 'write', path, text: written };
  }

  private async textAt(path: string): Promise<string | undefined> {
    return this.plan.existing.has(path) ? (await this.sources.read(path)).toString('utf8') : undefined;
  }
}

function coverRefs(page: PageNode): { cover?: ContentRef; coverDark?: ContentRef } {
  const { ref, refDark } = (page.cover ?? {}) as { ref?: unknown; refDark?: unknown };
  return { ...(isContentRef(ref) && { cover: ref }), ...(isContentRef(refDark) && { coverDark: refDark }) };
}
