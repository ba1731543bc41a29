import { posix } from 'node:path';
import { type Document, parseDocument } from 'yaml';
import type { FileTree } from './file-tree.js';
import type { ImportWarning } from './import-warning.js';

export const CONFIG_FILE = '.gitbook.yaml';

/** Settings of `.gitbook.yaml`, with defaults for absent ones. */
export interface FolderConfig {
  /** Folder that holds the content, without slashes at its ends; empty for the folder itself. */
  root: string;
  readme: string;
  summary: string;
  /** Old path of a page to the Markdown file that took its place. */
  redirects: Map<string, string>;
}

const DEFAULTS = { root: '', readme: 'README.md', summary: 'SUMMARY.md' };

/** Reading YAML takes hundreds of times its size in memory. */
export const MAX_YAML_LENGTH = 500_000;

/** Reads `.gitbook.yaml`; a broken file costs a warning and the settings that cannot be read. */
export async function readFolderConfig(tree: FileTree, warnings: ImportWarning[]): Promise<FolderConfig> {
  const config: FolderConfig = { ...DEFAULTS, redirects: new Map() };
  if (!tree.paths().includes(CONFIG_FILE)) return config;
  const text = (await tree.read(CONFIG_FILE)).toString('utf8');
  if (text.length > MAX_YAML_LENGTH) {
    const message = `The file has more than ${MAX_YAML_LENGTH} characters; nothing of it was read.`;
    warnings.push({ file: CONFIG_FILE, line: 1, kind: 'config', message });
    return config;
  }
  const document = parseDocument(plainWhitespace(text), { uniqueKeys: false });
  for (const error of document.errors) {
    const line = error.linePos?.[0].line ?? 1;
    warnings.push({
      file: CONFIG_FILE,
      line,
      kind: 'config',
      message: `Not valid YAML: ${error.message.split('\n')[0]}`,
    });
  }
  const settings = asRecord(valueOf(document, warnings));
  const structure = asRecord(settings['structure']);
  config.root = cleanPath(settings['root']) ?? config.root;
  config.readme = cleanPath(structure['readme']) ?? config.readme;
  config.summary = cleanPath(structure['summary']) ?? config.summary;
  for (const [from, to] of Object.entries(asRecord(settings['redirects']))) {
    const target = typeof to === 'string' && /^https?:\/\//i.test(to.trim()) ? to.trim() : cleanPath(to);
    if (target !== undefined) config.redirects.set(from.replace(/^\/+|\/+$/g, ''), target);
  }
  return config;
}

/** The value of a document; undefined when its aliases would expand to far more than was written. */
function valueOf(document: Document, warnings: ImportWarning[]): unknown {
  try {
    return document.toJS({ maxAliasCount: 10 });
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'not YAML';
    warnings.push({
      file: CONFIG_FILE,
      line: 1,
      kind: 'config',
      message: `The settings cannot be read: ${reason}`,
    });
    return undefined;
  }
}

/** Editors leave zero-width and non-breaking spaces where YAML wants plain ones or nothing. */
function plainWhitespace(text: string): string {
  return text.replace(/\u200b|\u200c|\u200d|\ufeff/g, '').replace(/[\u00a0\u2007\u202f]/g, ' ');
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A path inside the folder; undefined for anything else. */
function cleanPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const path = posix.normalize(value.trim()).replace(/^\/+|\/+$/g, '');
  if (path === '.' || path === '..' || path.startsWith('../')) return path === '.' ? '' : undefined;
  return path.replace(/^\.\//, '');
}
