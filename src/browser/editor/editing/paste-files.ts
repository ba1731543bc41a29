import { Fragment, type Node, Slice } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { api, ApiError } from '../../api.js';
import { blocksToEditor, newId, schema } from '../document/index.js';
import type { DocumentBlock } from '#modules/documents/browser.js';
import { say, sentenceOf } from '../notice.js';
import type { PageContext } from '../page-context.js';
import { insertBlocks } from './commands.js';
import { cleanPasted } from './clean-pasted.js';
import { findCopied, rememberCopied } from './copied-slice.js';
import { type UploadedFile, uploadFile } from './uploads.js';

/** Takes files that are pasted and dropped, Markdown, and the HTML of word processors. */
export function pasteFiles(context: PageContext): Plugin {
  return new Plugin({
    props: {
      transformCopied: rememberCopied,
      transformPastedHTML: cleanPasted,
      handlePaste(view, event, slice) {
        const files = [...(event.clipboardData?.files ?? [])];
        const html = event.clipboardData?.getData('text/html') ?? '';
        const text = event.clipboardData?.getData('text/plain') ?? '';
        const copied = findCopied({ html, text });
        if (copied) {
          view.dispatch(view.state.tr.replaceSelection(copied).scrollIntoView());
          return true;
        }
        // Word processors put a picture of the text beside the text.
        if (files.length > 0 && html === '') {
          void insertFiles(view, context, files);
          return true;
        }
        if (view.state.selection.$from.parent.type.spec.code) return false;
        if (isAddress(text) && !view.state.selection.empty && slice.size > 0)
          return linkSelection(view, text);
        if (html !== '' || !isMarkdown(text)) return false;
        void pasteMarkdown(view, context, text);
        return true;
      },
      handleDrop(view, event, _, isMoved) {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (isMoved || files.length === 0) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        void insertFiles(view, context, files, place?.pos);
        return true;
      },
    },
  });
}

/** Stores files and puts blocks for them into the text. Says which could not be stored. */
export async function insertFiles(
  view: EditorView,
  context: PageContext,
  files: readonly File[],
  at?: number,
): Promise<void> {
  for (const file of files) {
    try {
      const stored = await uploadFile(context, file);
      const block = fileBlock(stored, file.type);
      if (at === undefined) insertBlocks([block])(view.state, view.dispatch);
      else view.dispatch(view.state.tr.replace(at, at, new Slice(Fragment.from(block), 0, 0)));
    } catch (error) {
      say(view, `${file.name}: ${sentenceOf(error, 'It could not be stored.')}`);
    }
  }
}

/** The block that shows a file: a picture, or a file to download. */
export function fileBlock({ id, contentType }: UploadedFile, type = contentType): Node {
  const data = { ref: { kind: 'file', file: id } };
  if (!(type || contentType || '').startsWith('image/')) return schema.nodes['file']!.create({ data });
  return schema.nodes['images']!.create(null, schema.nodes['image']!.create({ data }));
}

function linkSelection(view: EditorView, url: string): boolean {
  const { from, to } = view.state.selection;
  const link = schema.marks['link']!.create({ data: { ref: { kind: 'url', url } }, id: newId() });
  view.dispatch(view.state.tr.addMark(from, to, link));
  return true;
}

function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text.trim());
}

/** Text with marks of Markdown that people do not type by chance. */
function isMarkdown(text: string): boolean {
  const lines = /^(#{1,6} \S|[-*+] \S|\d+[.)] \S|> \S|```|\|.+\||{% \w+)/m;
  return lines.test(text) || /\*\*\S[^*]*\*\*|\[[^\]]+\]\([^)\s]+\)/.test(text);
}

/** The server reads the Markdown, as it reads that of imports and of Git. */
async function pasteMarkdown(view: EditorView, context: PageContext, markdown: string): Promise<void> {
  try {
    const path = `${context.textPath}/blocks/markdown`;
    const { blocks } = await api<{ blocks: DocumentBlock[] }>(path, { method: 'POST', body: { markdown } });
    const nodes = blocksToEditor(blocks.map((block) => ({ ...block, key: undefined })));
    const only = nodes.length === 1 && nodes[0]!.type.name === 'paragraph';
    const slice = only ? new Slice(Fragment.from(nodes), 1, 1) : new Slice(Fragment.from(nodes), 0, 0);
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    view.dispatch(view.state.tr.insertText(markdown));
  }
}
