import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import type { ContentContext } from './content-context.js';
import { presentFile, presentReusableContent } from './reading/content.presenter.js';
import { ContentUrls } from './content-urls.js';
import type {
  FileResource,
  PageResource,
  ReusableContentResource,
  RevisionResource,
} from './reading/content.dto.js';
import { DocumentIds } from './reading/document-ids.js';
import { MergeOrigins } from './merge-origins.js';
import { presentPage } from './reading/page.presenter.js';
import { RevisionReads } from './revision-reads.js';

/** Parts of a content as places in it: many at once, each without its content. */
@Injectable()
export class ContentLocations {
  constructor(
    private readonly content: ContentStore,
    private readonly revisions: RevisionReads,
    private readonly signedUrls: SignedUrls,
    private readonly documentIds: DocumentIds,
    private readonly urls: ContentUrls,
    private readonly origins: MergeOrigins,
  ) {}

  /** Pages by id, without subpages; unknown ids are absent. */
  async pages(context: ContentContext, ids: readonly string[]): Promise<Map<string, PageResource>> {
    const { documentIds, urls } = this;
    const found = await this.content.locatePages(context.organizationId, context.snapshot, ids);
    const view = { context, urls, documentIds, withGit: false };
    return new Map([...found].map(([id, page]) => [id, presentPage({ ...page, pages: [] }, view)]));
  }

  /** Id of the document of a page or reusable content, as its resource has it; undefined for an empty text. */
  documentId({ spaceId }: ContentContext, { document }: { document: string | null }): string | undefined {
    return document === null ? undefined : this.documentIds.encode(spaceId, document);
  }

  /** Files by id; unknown ids are absent. */
  async files(context: ContentContext, ids: readonly string[]): Promise<Map<string, FileResource>> {
    const { organizationId, snapshot } = context;
    const found = await this.content.findFiles(organizationId, snapshot, ids);
    return new Map(
      [...found].map(([id, file]) => [id, presentFile(file, organizationId, this.signedUrls, false)]),
    );
  }

  /** Reusable contents by id; unknown ids are absent. */
  async reusableContents(
    context: ContentContext,
    ids: readonly string[],
  ): Promise<Map<string, ReusableContentResource>> {
    const found = await this.content.findReusableContents(context.organizationId, context.snapshot, ids);
    return new Map(
      [...found].map(([id, entry]) => [id, presentReusableContent(entry, context, this.documentIds, false)]),
    );
  }

  /** The revision that `context` shows, without its pages, files, reusable contents, tags and variables. */
  async revision(context: ContentContext): Promise<RevisionResource> {
    const { organizationId, spaceId } = context;
    const revision = await this.revisions.getIn(organizationId, spaceId, context.revisionId);
    const { id, type, parents, createdAt } = revision;
    const mergedFrom = await this.origins.findOrigin(context, revision);
    return {
      object: 'revision',
      id,
      type,
      parents,
      pages: [],
      files: [],
      reusableContents: [],
      tags: [],
      createdAt: createdAt.toISOString(),
      ...(mergedFrom ? { mergedFrom } : {}),
      urls: { app: this.urls.revision({ spaceId }, id) },
    };
  }
}
