import type { Heading } from 'mdast';
import { toMarkdown } from 'mdast-util-to-markdown';

/** The heading's content as Markdown, so that a title with markup is written back as it was. */
export function serializeTitle(heading: Heading): string {
  return toMarkdown({ type: 'paragraph', children: heading.children }).trim();
}
