import { type ContentRef, isContentRef, isRecord } from '#modules/documents/index.js';
import type { FolderImage, ImagePage } from '../../import/folder-image.js';
import { walkImage } from '../../import/image-edits.js';
import { confineDocument, confineRef, type OwnThings } from './confine-document.js';

/**
 * A folder that somebody without any right to the repository wrote, as content that shows nothing but the folder itself. Pages that
 * differ in nothing from the branch stay: they are the team's.
 */
export function confineImage(image: FolderImage): FolderImage {
  const own: OwnThings = {
    pages: new Set([...walkImage(image.pages)].map(({ id }) => id)),
    files: new Set(image.files.map(({ id }) => id)),
    reusableContents: new Set([...image.reusableContents.map(({ id }) => id), ...image.keptReusableContents]),
  };
  return {
    ...image,
    pages: image.pages.map((page) => confinePage(page, own)),
    reusableContents: image.reusableContents.map((content) => ({
      ...content,
      document: confineDocument(content.document, own),
    })),
  };
}

function confinePage(page: ImagePage, own: OwnThings): ImagePage {
  const { fields, document, children } = page;
  return {
    ...page,
    ...(fields ? { fields: confineFields(fields, own) } : {}),
    ...(document ? { document: confineDocument(document, own) } : {}),
    children: children.map((child) => confinePage(child, own)),
  };
}

type Fields = NonNullable<ImagePage['fields']>;

function confineFields(fields: Fields, own: OwnThings): Fields {
  const target = fields.target as ContentRef | null | undefined;
  return {
    ...fields,
    // With its marks a title may hold references; the plain title says the same.
    titleMarkdown: null,
    ...(fields.cover && !isOwnCover(fields.cover, own) ? { cover: null } : {}),
    ...(target ? { target: confineRef(target, own) } : {}),
  };
}

function isOwnCover(cover: unknown, own: OwnThings): boolean {
  if (!isRecord(cover)) return false;
  return Object.values(cover).every(
    (value) =>
      !isRecord(value) || (isContentRef(value) && value.kind === 'file' && confineRef(value, own) === value),
  );
}
