import type { ContentConflict } from '#modules/content/index.js';
import type { ImportWarning } from '../folder/import-warning.js';
import type { FolderPlan } from './folder-plans.js';
import { walkImage } from './image-edits.js';

/** Says in a report that the space and the folder both changed one place; the space's version was kept. */
export function conflictWarning(
  conflict: ContentConflict,
  { image, main }: Pick<FolderPlan, 'image' | 'main'>,
): ImportWarning {
  const page =
    conflict.page === undefined
      ? undefined
      : [...walkImage(image.pages)].find(({ id }) => id === conflict.page);
  const file = image.files.find(({ id }) => id === conflict.file)?.git?.path;
  const include = image.reusableContents.find(({ id }) => id === conflict.reusableContent)?.git.path;
  const title = page?.title ?? main.pages.find(({ id }) => id === conflict.page)?.title;
  const thing = title === undefined ? (conflict.field ?? conflict.kind) : `"${title}"`;
  return {
    file: page?.fields?.git?.path ?? file ?? include ?? '',
    line: 1,
    kind: 'conflict',
    message: `The space and the folder both changed ${thing} (${conflict.kind}); the space's version was kept.`,
  };
}
