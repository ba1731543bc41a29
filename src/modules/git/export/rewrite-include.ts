import { stringify } from 'yaml';
import { editYaml, type JSONDocument, rewriteTextAsync, SourceText } from '#modules/documents/index.js';
import { IN_THREAD, type RefContext } from './folder-texts.js';

const FRONT_MATTER = /^(---[ \t]*(?:\r\n?|\n))([\s\S]*?)(---[ \t]*(?:\r\n?|\n|$))/;

/**
 * Writes what a reusable content says into its file.
 * @param title that is new; its place is the front matter.
 */
export async function rewriteInclude(
  source: string,
  title: string | undefined,
  document: JSONDocument,
  context: RefContext,
): Promise<string> {
  const [front = '', open, inner, close] = FRONT_MATTER.exec(source) ?? [];
  const request = { kind: 'markdown' as const, source: source.slice(front.length), meta: {}, document };
  const body = await rewriteTextAsync(request, context, IN_THREAD);
  if (title === undefined) return front + body;
  const { eol } = new SourceText(source);
  const edited = inner === undefined ? undefined : editYaml(inner, [{ path: ['title'], value: title }], eol);
  if (edited !== undefined) return open! + edited + close! + body;
  const written = `---\n${stringify({ title })}---\n`.replaceAll('\n', eol);
  return written + (front === '' ? eol : '') + body;
}
