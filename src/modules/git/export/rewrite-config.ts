import { stringify } from 'yaml';
import { canonicalJson } from '#platform/canonical-json.js';
import type { ContentRedirect, Variables } from '#modules/content/index.js';
import { editYaml, SourceText, yamlChanges } from '#modules/documents/index.js';
import { parse } from 'yaml';

/** A redirect with the address that the settings name. */
export interface NamedRedirect {
  redirect: ContentRedirect;
  address: string;
}

export interface ConfigRewrite {
  redirectsBefore: readonly NamedRedirect[];
  redirects: readonly NamedRedirect[];
  /** The new path of the file that the settings name as readme, when it was moved. */
  readme?: string;
}

/**
 * Writes other redirects into `.gitbook.yaml`; all other lines stay.
 * @param text of the settings; undefined for a folder without them.
 * @returns the text itself when nothing of it changes; undefined when there is nothing to say.
 */
export function rewriteConfig(
  text: string | undefined,
  { redirectsBefore, redirects, readme }: ConfigRewrite,
): string | undefined {
  const before = new Map(redirectsBefore.map((one) => [one.redirect.from, one]));
  const after = new Map(redirects.map((one) => [one.redirect.from, one]));
  const own = new Map(Object.keys(redirectsOf(text)).map((key) => [key.replace(/^\/+|\/+$/g, ''), key]));
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((from) => {
    const [was, is] = [before.get(from), after.get(from)];
    const isSame =
      was?.address === is?.address &&
      canonicalJson(was?.redirect.target ?? null) === canonicalJson(is?.redirect.target ?? null);
    return isSame ? [] : [{ path: ['redirects', own.get(from) ?? from], value: is?.address }];
  });
  const wanted = changes.filter(
    ({ path, value }) => value !== undefined || own.has(path[1]!.replace(/^\/+|\/+$/g, '')),
  );
  if (readme !== undefined) wanted.push({ path: ['structure', 'readme'], value: readme });
  if (wanted.length === 0) return text;
  const { eol } = new SourceText(text ?? '');
  const edited = editYaml(text ?? '', wanted, eol);
  if (edited !== undefined)
    return isEmptyMember(edited)
      ? editYaml(edited, [{ path: ['redirects'], value: undefined }], eol)
      : edited;
  const addresses = Object.fromEntries(redirects.map(({ redirect, address }) => [redirect.from, address]));
  return stringify({ redirects: addresses }, { lineWidth: 0 });
}

function isEmptyMember(text: string): boolean {
  return /^redirects:/m.test(text) && Object.keys(redirectsOf(text)).length === 0;
}

function redirectsOf(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = parse(text ?? '', { maxAliasCount: 10, logLevel: 'silent' });
    const redirects = (value as { redirects?: unknown } | null)?.redirects;
    return typeof redirects === 'object' && redirects !== null ? (redirects as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Writes other variables into `vars.yaml`; all other lines stay.
 * @param text of the file; undefined for a folder without it.
 * @returns undefined when there is nothing to say.
 */
export function rewriteVariables(
  text: string | undefined,
  before: Variables,
  after: Variables,
): string | undefined {
  const changes = yamlChanges(before, after);
  if (changes.length === 0) return text;
  if (text === undefined) return stringify(after);
  const edited = editYaml(text, changes, new SourceText(text).eol) ?? stringify(after);
  return /^\s*(?:\{\s*\}\s*)?$/.test(edited) ? undefined : edited;
}
