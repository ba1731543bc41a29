import { Injectable } from '@nestjs/common';
import { ContentStore, type LocatedPage, type PageNode } from '#modules/content/index.js';
import { type JSONDocument, withAnchors } from '#modules/documents/index.js';
import { PlainTexts } from '../readers/plain-texts.js';
import { SignedUrls } from '#modules/storage/index.js';
import { type Page, mapPage, paginateArray } from '#platform/database/pagination.js';
import { NotFound } from '#platform/http/errors.js';
import { WrittenJson } from '#platform/http/written-json.js';
import { presentChanges } from '../differences/changes.presenter.js';
import type { ContentContext } from '../content-context.js';
import { presentFile, presentGitCommit, presentReusableContent, presentTag } from './content.presenter.js';
import { ContentUrls } from '../content-urls.js';
import type {
  ContentListQuery,
  ContentQuery,
  DocumentQuery,
  PageContentQuery,
} from './content-queries.dto.js';
import type { ChangesQuery, SemanticChangesResource } from '../differences/changes.dto.js';
import type {
  DocumentPageResource,
  FileResource,
  GroupPageResource,
  PageResource,
  ReusableContentResource,
  RevisionResource,
  TagsResource,
} from './content.dto.js';
import { DocumentIds } from './document-ids.js';
import { MergeOrigins } from '../merge-origins.js';
import { presentTree } from './page.presenter.js';
import { PageText } from './page-text.js';
import type { Resolution } from './resolve-document.js';
import { ResolvedDocuments } from './resolved-documents.js';
import { RevisionReads } from '../revision-reads.js';
import { VisibleContent } from './visible-content.js';
import { shownOf, WrittenTrees } from './written-trees.js';

const DEFAULT_CHANGES = 10;

/**
 * Reads the content of any snapshot as API resources: of a space, of a revision, of a change request. The permission
 * to see it was checked before the context was made.
 */
@Injectable()
export class ContentReads {
  constructor(
    private readonly content: ContentStore,
    private readonly visible: VisibleContent,
    private readonly revisions: RevisionReads,
    private readonly text: PageText,
    private readonly plain: PlainTexts,
    private readonly resolved: ResolvedDocuments,
    private readonly signedUrls: SignedUrls,
    private readonly documentIds: DocumentIds,
    private readonly urls: ContentUrls,
    private readonly origins: MergeOrigins,
    private readonly trees: WrittenTrees,
  ) {}

  /** The whole content, without texts: a `RevisionResource`. */
  async revision(context: ContentContext, query: ContentQuery): Promise<WrittenJson> {
    const { organizationId, snapshot, revisionId } = context;
    const revision = await this.revisions.getIn(organizationId, context.spaceId, revisionId);
    const tree = await this.trees.read(context, query);
    const { variables, tags } = await this.content.readSettings(organizationId, snapshot);
    // Readers of a site see neither the origin of content nor the values with which its conditions may compare.
    const isForReader = context.actor?.reader !== undefined;
    const origin = await this.origins.findOrigin(context, revision);
    const { withGit } = shownOf(context, query);
    const others: Omit<RevisionResource, 'pages'> = {
      object: 'revision',
      id: revision.id,
      type: revision.type,
      parents: isForReader ? [] : revision.parents,
      files: await this.allFiles(context, withGit),
      reusableContents: (await this.visible.reusableContents(context)).map((content) =>
        presentReusableContent(content, context, this.documentIds, withGit),
      ),
      tags: tags.map(presentTag),
      variables: isForReader ? {} : variables,
      createdAt: revision.createdAt.toISOString(),
      ...(revision.git && withGit ? { git: presentGitCommit(revision.git) } : {}),
      ...(origin ? { mergedFrom: origin } : {}),
      urls: { app: this.urls.revision(context, revision.id) },
    };
    const beginning = JSON.stringify(others).slice(0, -1);
    return new WrittenJson([Buffer.from(`${beginning},"pages":`), tree.json, Buffer.from('}')]);
  }

  /** The page tree: a `PageTreeResource`. */
  async pages(context: ContentContext, query: ContentQuery): Promise<WrittenJson> {
    const { json, tag } = await this.trees.read(context, query);
    return new WrittenJson([Buffer.from('{"pages":'), json, Buffer.from('}')], tag);
  }

  /** The files, oldest first. */
  async files(context: ContentContext, query: ContentListQuery): Promise<Page<FileResource>> {
    const files = await this.visible.files(context);
    const page = paginateArray(files, query, (file) => file.id);
    const { withGit } = shownOf(context, query);
    return {
      ...page,
      items: page.items.map((file) => presentFile(file, context.organizationId, this.signedUrls, withGit)),
    };
  }

  /** @throws NotFound */
  async file(context: ContentContext, fileId: string, query: ContentQuery): Promise<FileResource> {
    const file = await this.visible.file(context, fileId);
    if (!file) throw new NotFound('file');
    return presentFile(file, context.organizationId, this.signedUrls, shownOf(context, query).withGit);
  }

  /** One page with its subpages, its text in the requested format. @throws NotFound */
  async page(context: ContentContext, pageId: string, query: PageContentQuery): Promise<PageResource> {
    const page = await this.visible.page(context, { pageId });
    // Without computing, the page is its source, and has no pages below it.
    if (!page || (query.computed === false && page.generated !== undefined)) throw new NotFound('page');
    return this.present(context, page, query);
  }

  /**
   * As `page`, found by its path; in the current content also by a path that it had before it was moved or renamed.
   * Only documents and groups have paths.
   * @throws NotFound
   */
  async path(
    context: ContentContext,
    path: string,
    query: PageContentQuery,
  ): Promise<DocumentPageResource | GroupPageResource> {
    const clean = path.replace(/^\/+|\/+$/g, '');
    const page =
      (await this.visible.page(context, { path: clean })) ?? (await this.visible.movedPage(context, clean));
    if (page?.type !== 'document' && page?.type !== 'group') throw new NotFound('page');
    if (query.computed === false && (page.computed ?? page.generated) !== undefined)
      throw new NotFound('page');
    return (await this.present(context, page, query)) as DocumentPageResource | GroupPageResource;
  }

  /** The text of a page as a document; an empty document for a page without text. @throws NotFound */
  async pageDocument(context: ContentContext, pageId: string, query: DocumentQuery): Promise<JSONDocument> {
    const page = await this.visible.page(context, { pageId });
    if (page?.type !== 'document') throw new NotFound('page');
    const stored = await this.readDocument(context, page.document);
    return this.resolved.read(context, page, stored, resolutionOf(query));
  }

  /** Without their texts. */
  async reusableContents(
    context: ContentContext,
    query: ContentListQuery,
  ): Promise<Page<ReusableContentResource>> {
    const contents = await this.visible.reusableContents(context);
    const { withGit } = shownOf(context, query);
    return mapPage(
      paginateArray(contents, query, ({ id }) => id),
      (content) => presentReusableContent(content, context, this.documentIds, withGit),
    );
  }

  /** Tags that pages of the content may have, in the order in which they were made. */
  async tags({ organizationId, snapshot }: ContentContext): Promise<TagsResource> {
    const { tags } = await this.content.readSettings(organizationId, snapshot);
    return { items: tags.map(presentTag) };
  }

  /** @throws NotFound */
  async reusableContent(
    context: ContentContext,
    id: string,
    query: ContentQuery,
  ): Promise<ReusableContentResource> {
    const found = await this.visible.reusableContent(context, id);
    if (!found) throw new NotFound('reusable content');
    return presentReusableContent(found, context, this.documentIds, shownOf(context, query).withGit);
  }

  /** @throws NotFound */
  async reusableContentDocument(
    context: ContentContext,
    id: string,
    query: DocumentQuery,
  ): Promise<JSONDocument> {
    const found = await this.visible.reusableContent(context, id);
    if (!found) throw new NotFound('reusable content');
    const stored = await this.readDocument(context, found.document);
    return this.resolved.read(context, null, stored, resolutionOf(query));
  }

  /** A document by the id under which a page or reusable content of this space was presented. @throws NotFound */
  async document(organizationId: string, spaceId: string, documentId: string): Promise<JSONDocument> {
    const hash = this.documentIds.decode(spaceId, documentId);
    const document = hash && (await this.content.findDocument(organizationId, hash));
    if (!document) throw new NotFound('document');
    return withAnchors(document);
  }

  /** The diff from `from` (a snapshot) to the content of `context`. */
  async changes(
    context: ContentContext,
    from: string,
    query: ChangesQuery,
    mergedFrom?: string | null,
  ): Promise<SemanticChangesResource> {
    const diff = await this.content.diff(context.organizationId, from, context.snapshot);
    const { documentIds, signedUrls } = this;
    const all = presentChanges(diff, { context, documentIds, signedUrls });
    const limit = query.limit ?? DEFAULT_CHANGES;
    const origin = await this.origins.findOrigin(context, { mergedFrom: mergedFrom ?? null });
    return {
      ...(origin ? { mergedFrom: origin } : {}),
      changes: all.slice(0, limit),
      ...(all.length > limit ? { more: all.length - limit } : {}),
    };
  }

  private async present(
    context: ContentContext,
    page: LocatedPage,
    query: PageContentQuery,
  ): Promise<PageResource> {
    const node: PageNode = { ...page, pages: await this.visible.subpages(context, page) };
    const [resource] = (await presentTree([node], await this.trees.view(context, query, [node]))) as [
      PageResource,
    ];
    if (resource.type !== 'document' || query.format === undefined) return resource;
    const reader = context.actor?.reader;
    if (query.format === 'markdown' && reader?.servesAgents === false) throw new NotFound('page');
    const stored = await this.readDocument(context, page.document);
    const how = resolutionOf(query);
    if (query.format === 'document') resource.document = await this.resolved.read(context, page, stored, how);
    else {
      const document = await this.resolved.forApi(context, page, stored, how);
      const refs = query['format.markdown.refs'] ?? 'relative';
      const text = reader ? await this.plain.plainTextOf(context, page, document, refs) : document;
      resource.markdown = await this.text.markdown(context, page, text, refs);
    }
    return resource;
  }

  private readDocument(
    { organizationId }: ContentContext,
    hash: string | null,
  ): Promise<JSONDocument | null> {
    return hash === null ? Promise.resolve(null) : this.content.readDocument(organizationId, hash);
  }

  private async allFiles(context: ContentContext, withGit: boolean): Promise<FileResource[]> {
    const files = await this.visible.files(context);
    return files.map((file) => presentFile(file, context.organizationId, this.signedUrls, withGit));
  }
}

/** Queries spell true and false as words. */
function resolutionOf({ evaluated, dereferenced }: DocumentQuery): Resolution {
  return {
    evaluated: evaluated === 'deterministic-only' ? evaluated : evaluated === 'true',
    dereferenced: dereferenced !== undefined && dereferenced !== 'false',
  };
}
