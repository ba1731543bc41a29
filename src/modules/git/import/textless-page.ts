import type { ContentRef } from '#modules/documents/index.js';
import type { ImportWarning } from '../folder/import-warning.js';
import type { PlannedPage } from '../folder/planned-page.js';
import type { Folder } from '../folder/read-folder.js';
import type { ImagePage } from './folder-image.js';
import type { Identities } from './identities.js';

interface Place {
  folder: Folder;
  identities: Identities;
  /** Id of the page that a file becomes, if it becomes one. */
  pageOf: (path: string) => string | undefined;
}

/** A page of the tree that no file is the text of: a group, a link, or an empty page. */
export function textlessPage(planned: PlannedPage, place: Place): ImagePage {
  if (planned.type === 'link') return linkPage(planned, place);
  const { folder, identities } = place;
  const { slug = '' } = planned;
  const type = planned.type === 'group' ? 'group' : 'document';
  const title = planned.title ?? (slug || 'Untitled');
  const { id } =
    type === 'group'
      ? identities.claimGroup(title, planned.slug)
      : identities.claimFolder(folder.fullPath(planned.folder ?? slug));
  return { id, type, title, slug: slug || title, fields: { title }, children: [] };
}

function linkPage(planned: PlannedPage, { identities, pageOf }: Place): ImagePage {
  const { title = '', url = '', slug = title } = planned;
  const page = planned.target === undefined ? undefined : pageOf(planned.target);
  const anchor = /#(.+)$/.exec(url)?.[1];
  const target: ContentRef =
    page === undefined
      ? { kind: 'url', url }
      : anchor === undefined
        ? { kind: 'page', page }
        : { kind: 'anchor', page, anchor };
  const { id } = identities.claimLink(title, page ?? url);
  return { id, type: 'link', title, slug, fields: { title, target }, children: [] };
}

/** Computed pages that the space has keep their place; others are made over the API, where their source is authorised. */
export function computedPage(
  { source }: PlannedPage,
  { folder, identities }: Place,
  warnings: ImportWarning[],
): ImagePage[] {
  const page = identities.claimComputed(source?.value);
  if (page) {
    const { id, type, title, slug } = page;
    return [{ id, type, title, slug, children: [] }];
  }
  const file = folder.fullPath(folder.config.summary);
  const message = 'The space has no page that is computed from this source; insert one over the API.';
  warnings.push({ file, line: source?.line ?? 1, kind: 'missing-page', message });
  return [];
}
