import { stringify } from 'yaml';
import {
  type ContentRef,
  editYaml,
  type JSONDocument,
  rewriteTextAsync,
  SourceText,
} from '#modules/documents/index.js';

/** The targets of addresses, and the addresses of targets. */
export interface RefContext {
  resolveLink: (address: string) => ContentRef | undefined;
  resolveFile: (address: string) => ContentRef | undefined;
  resolveInclude: (address: string) => ContentRef | undefined;
  formatRef: (ref: ContentRef) => string | undefined;
}

/** Jobs wait for their turn, and the event loop is for requests. */
export const IN_THREAD = { isPatient: true, isOneOfMany: true };

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
