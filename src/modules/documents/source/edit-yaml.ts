import { isMap, isScalar, isSeq, type Pair, parseDocument, Scalar, stringify, type YAMLMap } from 'yaml';
import { canonicalJson } from '#platform/canonical-json.js';
import { isRecord } from '../values.js';

/** A member of YAML that gets another value; undefined takes it away. */
export interface YamlChange {
  /** Names of members, and indexes of lists on the way to it. */
  path: string[];
  value: unknown;
}

/** The members that differ between two values, each as deep as it can be named. */
export function yamlChanges(before: unknown, after: unknown, path: string[] = []): YamlChange[] {
  if (!isRecord(before) || !isRecord(after)) return [{ path, value: after }];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    if (canonicalJson(before[name] ?? null) === canonicalJson(after[name] ?? null)) return [];
    const isNested = isRecord(before[name]) && isRecord(after[name]) && Object.keys(after[name]).length > 0;
    return isNested
      ? yamlChanges(before[name], after[name], [...path, name])
      : [{ path: [...path, name], value: after[name] }];
  });
}

/**
 * Changes members of a YAML text. All other lines stay as they are: comments, order, quotes and blank lines.
 * @param eol end of the lines that are new.
 * @returns undefined for a text without members.
 */
export function editYaml(text: string, changes: readonly YamlChange[], eol = '\n'): string | undefined {
  let edited = text;
  for (const change of changes) {
    const wanted = apply(edited, change);
    if (!wanted) return undefined;
    const written = [editText(edited, change, eol), wanted.written].find(
      (one) => one !== undefined && canonicalJson(valueOf(one)) === wanted.value,
    );
    if (written === undefined) return undefined;
    edited = written;
  }
  return edited;
}

function parse(text: string) {
  return parseDocument(text, { logLevel: 'silent', uniqueKeys: false, keepSourceTokens: true });
}

function valueOf(text: string): unknown {
  const value: unknown = parse(text).toJS({ maxAliasCount: 10 });
  return value ?? {};
}

/** The value after a change, and the text that the library makes of it. */
function apply(text: string, { path, value }: YamlChange): { value: string; written: string } | undefined {
  const document = parse(text);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents)))
    return undefined;
  try {
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(value, { aliasDuplicateObjects: false }));
    return {
      value: canonicalJson(document.toJS({ maxAliasCount: 10 }) ?? {}),
      written: document.toString({ lineWidth: 0 }),
    };
  } catch {
    return undefined;
  }
}

/** The text with only the lines of a member changed; undefined where that cannot be done by lines. */
function editText(text: string, { path, value }: YamlChange, eol: string): string | undefined {
  const document = parse(text);
  let map = document.contents;
  if (map === null && value !== undefined) {
    const start = text === '' || /[\r\n]$/.test(text) ? text : text + eol;
    return start + lines(nested(path, value), '', eol);
  }
  for (const [at, name] of path.entries()) {
    if (isSeq(map) && at < path.length - 1) {
      map = map.items[Number(name)] as typeof map;
      continue;
    }
    if (!isMap(map)) return undefined;
    const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (!pair) return value === undefined ? undefined : added(text, map, nested(path.slice(at), value), eol);
    if (at < path.length - 1) {
      map = pair.value as typeof map;
      continue;
    }
    return value === undefined ? removed(text, map, pair) : replaced(text, map, pair, value, eol);
  }
  return undefined;
}

function nested(path: readonly string[], value: unknown): Record<string, unknown> {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value as Record<string, unknown>);
}

function lines(value: unknown, indent: string, eol: string): string {
  const written = stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
  return written.replace(/^(?=[^\n])/gm, indent).replaceAll('\n', eol);
}

interface Extent {
  /** Start of the line of the name. */
  from: number;
  /** Start of the line after the value. */
  to: number;
  indent: string;
}

/** The lines of a member of a map whose members have lines of their own. */
function extentOf(text: string, map: YAMLMap, pair: Pair): Extent | undefined {
  if (map.flow === true || !isScalar(pair.key) || !pair.key.range) return undefined;
  const from = text.lastIndexOf('\n', pair.key.range[0] - 1) + 1;
  const indent = text.slice(from, pair.key.range[0]);
  if (indent.trim() !== '') return undefined;
  const value = pair.value as { range?: [number, number, number] | null } | null;
  const end = Math.max(pair.key.range[1], value?.range?.[1] ?? 0);
  const isAtStart = end > from && text[end - 1] === '\n';
  const next = isAtStart ? end : text.indexOf('\n', end) + 1;
  const whole = next === 0 ? text.length : next;
  return { from, to: lastContent(text, from, whole), indent };
}

/** Blank lines and comments after a block of text belong to what follows. */
function lastContent(text: string, from: number, to: number): number {
  let end = to;
  for (;;) {
    const start = text.lastIndexOf('\n', end - 2) + 1;
    if (start <= from || text.slice(start, end).trim() !== '') return end;
    end = start;
  }
}

function removed(text: string, map: YAMLMap, pair: Pair): string | undefined {
  const extent = extentOf(text, map, pair);
  return extent && text.slice(0, extent.from) + text.slice(extent.to);
}

function added(text: string, map: YAMLMap, value: Record<string, unknown>, eol: string): string | undefined {
  const last = map.items.at(-1);
  const extent = last && extentOf(text, map, last);
  if (!extent) return undefined;
  const before = text.slice(0, extent.to);
  const gap = before.endsWith('\n') ? '' : eol;
  return before + gap + lines(value, extent.indent, eol) + text.slice(extent.to);
}

function replaced(text: string, map: YAMLMap, pair: Pair, value: unknown, eol: string): string | undefined {
  const old = pair.value;
  if (
    isScalar(old) &&
    old.range &&
    !text.slice(old.range[0], old.range[1]).includes('\n') &&
    !isRecord(value)
  ) {
    const scalar = new Scalar(value);
    const isQuoted = old.type === Scalar.QUOTE_DOUBLE || old.type === Scalar.QUOTE_SINGLE;
    if (isQuoted && typeof value === 'string') scalar.type = old.type as Scalar.Type;
    const written = stringify(scalar, { lineWidth: 0 }).trimEnd();
    const isBare = old.range[0] === old.range[1];
    if (!Array.isArray(value) && !written.includes('\n') && !isBare)
      return text.slice(0, old.range[0]) + written + text.slice(old.range[1]);
  }
  const extent = extentOf(text, map, pair);
  if (!extent || !isScalar(pair.key)) return undefined;
  const written = lines({ [String(pair.key.value)]: value }, extent.indent, eol);
  return text.slice(0, extent.from) + written + text.slice(extent.to);
}
