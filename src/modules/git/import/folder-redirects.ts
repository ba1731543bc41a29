import type { ContentRedirect } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { CONFIG_FILE, type FolderConfig } from '../folder/folder-config.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { findTarget, linesOf } from '../folder/link-target.js';

/**
 * The redirects of a folder's settings.
 * @param text of the settings, for the lines of warnings.
 * @param refTo what the content has for a path; nothing becomes content because a redirect leads there.
 */
export function folderRedirects(
  { redirects }: FolderConfig,
  text: string,
  paths: Set<string>,
  refTo: (path: string, anchor?: string) => ContentRef | undefined,
): { redirects: ContentRedirect[]; warnings: ImportWarning[] } {
  const found: ContentRedirect[] = [];
  const warnings: ImportWarning[] = [];
  for (const [from, to] of redirects) {
    const target = findTarget('.', to, paths);
    const ref: ContentRef | undefined =
      target.kind === 'file' ? refTo(target.path, target.anchor) : { kind: 'url', url: to };
    if (ref && target.kind !== 'broken') found.push({ from, target: ref });
    else {
      const message = `The redirect from "${from}" leads to "${to}", which does not exist; it was left out.`;
      warnings.push({ file: CONFIG_FILE, line: linesOf(text, from)[0] ?? 1, kind: 'broken-link', message });
    }
  }
  return { redirects: found, warnings };
}
