import type { ContentTag, FileRecord, GitCommit, ReusableContent, Revision } from '#modules/content/index.js';
import type { SignedUrls } from '#modules/storage/index.js';
import type { ContentContext } from '../content-context.js';
import type { ContentUrls } from '../content-urls.js';
import type {
  FileResource,
  GitCommitResource,
  ReusableContentResource,
  RevisionSummaryResource,
  TagResource,
} from './content.dto.js';
import type { DocumentIds } from './document-ids.js';

/** A file with a download address that works without a token. */
export function presentFile(
  file: FileRecord,
  organizationId: string,
  signedUrls: SignedUrls,
  withGit: boolean,
): FileResource {
  const { id, name, contentType, size, blob, dimensions, git } = file;
  return {
    id,
    name,
    contentType,
    downloadURL: signedUrls.sign({ organizationId, blob, contentType, name }),
    size,
    ...(dimensions ? { dimensions: { width: dimensions.width, height: dimensions.height } } : {}),
    ...(git && withGit ? { git: { oid: git.oid, path: git.path } } : {}),
  };
}

export function presentReusableContent(
  content: ReusableContent,
  context: ContentContext,
  documentIds: DocumentIds,
  withGit: boolean,
): ReusableContentResource {
  const { id, title, document, git } = content;
  return {
    id,
    title,
    ...(document === null ? {} : { document: documentIds.encode(context.spaceId, document) }),
    ...(git && withGit ? { git: { oid: git.oid, path: git.path } } : {}),
  };
}

export function presentTag({ slug, label, color = 'default', emoji, icon }: ContentTag): TagResource {
  return {
    slug,
    label,
    color,
    ...(emoji === undefined ? {} : { emoji }),
    ...(icon === undefined ? {} : { icon }),
  };
}

export function presentGitCommit(git: GitCommit): GitCommitResource {
  const { oid, message, createdByGitBook, url, ref } = git;
  return { oid, message, createdByGitBook, ...(url ? { url } : {}), ...(ref ? { ref } : {}) };
}

/** A revision in a list. */
export function presentRevisionSummary(revision: Revision, urls: ContentUrls): RevisionSummaryResource {
  return {
    object: 'revision',
    id: revision.id,
    type: revision.type,
    parents: revision.parents,
    createdAt: revision.createdAt.toISOString(),
    ...(revision.author ? { createdBy: revision.author } : {}),
    ...(revision.message ? { message: revision.message } : {}),
    ...(revision.mergedFrom ? { changeRequest: revision.mergedFrom } : {}),
    ...(revision.git ? { git: presentGitCommit(revision.git) } : {}),
    urls: { app: urls.revision(revision, revision.id) },
  };
}
