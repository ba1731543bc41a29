import type { DocumentBlock, JSONDocument } from '#modules/documents/browser.js';
import { api } from '../../api.js';
import { toDocument, toEditor } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import type { MarkdownBase } from './apply-markdown.js';

/** Writes the document of the editor as Markdown. @throws ApiError, Unreachable */
export async function writeMarkdown(context: PageContext, document: JSONDocument): Promise<MarkdownBase> {
  const path = `${context.textPath}/markdown`;
  const { markdown, blocks } = await api<{ markdown: string; blocks: DocumentBlock[] }>(path, {
    method: 'POST',
    body: { document },
  });
  return { text: markdown, reading: asStored({ ...document, nodes: blocks }), document };
}

/** Reads an edited text; blocks that descend from those of the last reading keep their keys. @throws ApiError, Unreachable */
export async function readMarkdown(
  context: PageContext,
  markdown: string,
  { reading }: MarkdownBase,
): Promise<JSONDocument> {
  const path = `${context.textPath}/blocks/markdown`;
  const body = { markdown, document: reading };
  const { blocks } = await api<{ blocks: DocumentBlock[] }>(path, { method: 'POST', body });
  return asStored({ ...reading, nodes: blocks });
}

/** Without what the server derives, so that blocks compare with those of the editor. */
function asStored(document: JSONDocument): JSONDocument {
  return toDocument(toEditor(document));
}
