import { canonicalJson } from '#platform/canonical-json.js';
import type { ContentRef } from '../document.types.js';
import { frontValues, writeFrontMatter } from '../markdown/front-matter.js';
import type { PageMeta } from '../markdown/markdown.types.js';
import { editYaml, yamlChanges } from './edit-yaml.js';

/**
 * The front matter of a page with other properties: only the members that differ are changed.
 * @param text with its fences; empty for a page without front matter.
 * @param before the properties that it says.
 */
export function rewriteFrontMatter(
  text: string,
  before: PageMeta,
  next: PageMeta,
  eol: string,
  address: (ref: ContentRef) => string,
): string {
  const [was, is] = [frontValues(before, address), frontValues(next, address)];
  if (canonicalJson(was) === canonicalJson(is)) return text;
  const anew = writeFrontMatter(next, address).replaceAll('\n', eol);
  const [, open, inner = '', close] =
    /^(---[ \t]*(?:\r\n?|\n))([\s\S]*?)(---[ \t]*(?:\r\n?|\n|$))$/.exec(text) ?? [];
  if (open === undefined || close === undefined) return anew;
  const hasOldName = /^variables[ \t]*:/m.test(inner) && !/^vars[ \t]*:/m.test(inner);
  const renamed = ({ vars, ...rest }: Record<string, unknown>): Record<string, unknown> =>
    hasOldName && vars !== undefined
      ? { ...rest, variables: vars }
      : { ...rest, ...(vars !== undefined && { vars }) };
  const edited = editYaml(inner, yamlChanges(renamed(was), renamed(is)), eol);
  if (edited === undefined) return anew;
  return edited.trim() === '' ? '' : open + edited + close;
}
