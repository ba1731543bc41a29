import { parse } from 'yaml';
import { type FileTree, subtree } from './file-tree.js';
import { CONFIG_FILE, type FolderConfig, MAX_YAML_LENGTH, readFolderConfig } from './folder-config.js';
import type { ImportWarning } from './import-warning.js';
import { planPlainFolder } from './plain-folder.js';
import { isMarkdown, type PlannedPage, slugOf } from './planned-page.js';
import { readSummary } from './summary.js';

/** Thousands of pages; reading Markdown takes hundreds of times its size in memory. */
const MAX_SUMMARY_LENGTH = 1_000_000;
const INCLUDES = '.gitbook/includes/';
const ASSETS = '.gitbook/assets/';
const VARIABLES = '.gitbook/vars.yaml';

export type FolderVariables = Record<string, string | number | boolean>;

/** The structure of a documentation folder. Paths are relative to the content root, except those of warnings. */
export interface Folder {
  config: FolderConfig;
  /** The files below the content root. */
  content: FileTree;
  pages: PlannedPage[];
  /** True when the structure comes from a summary. */
  hasSummary: boolean;
  /** Markdown files that are reusable contents. */
  includes: string[];
  /** Files of `.gitbook/assets`, which belong to the space whether a page refers to them or not. */
  assets: string[];
  /** Absent when the folder says nothing about variables. */
  variables?: FolderVariables;
  /** Files that were turned into others: links to the first lead to the second. */
  renamed?: ReadonlyMap<string, string>;
  /** Text of `.gitbook.yaml`; without the file, redirects stay as they are. */
  configText?: string;
  /** Path in the whole folder of a path below the content root. */
  fullPath(path: string): string;
}

/** Reads what is in a folder and in which order, without the text of its pages. Never throws for what it reads. */
export async function readFolder(tree: FileTree, warnings: ImportWarning[]): Promise<Folder> {
  const config = await readFolderConfig(tree, warnings);
  const content = subtree(tree, config.root);
  const fullPath = (path: string): string => (config.root === '' ? path : `${config.root}/${path}`);
  const paths = content.paths();
  const hasSummary = paths.includes(config.summary);
  const pages = hasSummary
    ? await planBySummary(content, config, fullPath, warnings)
    : planPlainFolder(paths);
  const variables = await readVariables(content, fullPath(VARIABLES), warnings);
  return {
    config,
    content,
    pages,
    hasSummary,
    includes: paths.filter((path) => path.startsWith(INCLUDES) && isMarkdown(path)),
    assets: paths.filter((path) => path.startsWith(ASSETS)),
    ...(variables ? { variables } : {}),
    ...(await readConfigText(tree)),
    fullPath,
  };
}

async function readConfigText(tree: FileTree): Promise<{ configText?: string }> {
  if (!tree.paths().includes(CONFIG_FILE)) return {};
  return { configText: (await tree.read(CONFIG_FILE)).toString('utf8') };
}

async function planBySummary(
  content: FileTree,
  { summary, readme }: FolderConfig,
  fullPath: (path: string) => string,
  warnings: ImportWarning[],
): Promise<PlannedPage[]> {
  const text = (await content.read(summary)).toString('utf8');
  if (text.length > MAX_SUMMARY_LENGTH) {
    const message = `The summary has more than ${MAX_SUMMARY_LENGTH} characters and was not read; the pages follow their folders.`;
    warnings.push({ file: fullPath(summary), line: 1, kind: 'config', message });
    return planPlainFolder(content.paths().filter((path) => path !== summary));
  }
  const markdown = new Set(content.paths().filter((path) => isMarkdown(path) && path !== summary));
  const found: ImportWarning[] = [];
  const pages = readSummary(text, summary, markdown, found);
  warnings.push(...found.map((warning) => ({ ...warning, file: fullPath(warning.file) })));
  // The readme is the first page whether the summary lists it or not.
  if (markdown.has(readme) && !listedFiles(pages).has(readme))
    pages.unshift({ type: 'document', file: readme, slug: slugOf(readme), children: [] });
  return pages;
}

/** Files of all planned pages. */
export function listedFiles(pages: readonly PlannedPage[]): Set<string> {
  const files = new Set<string>();
  const visit = (list: readonly PlannedPage[]): void => {
    for (const page of list) {
      if (page.file !== undefined) files.add(page.file);
      visit(page.children);
    }
  };
  visit(pages);
  return files;
}

async function readVariables(
  content: FileTree,
  file: string,
  warnings: ImportWarning[],
): Promise<FolderVariables | undefined> {
  if (!content.paths().includes(VARIABLES)) return undefined;
  const variables: FolderVariables = {};
  const warn = (message: string): void => void warnings.push({ file, line: 1, kind: 'config', message });
  try {
    const text = (await content.read(VARIABLES)).toString('utf8');
    if (text.length > MAX_YAML_LENGTH)
      throw new Error(`the file has more than ${MAX_YAML_LENGTH} characters`);
    const value: unknown = parse(text, { maxAliasCount: 10, logLevel: 'silent' }) ?? {};
    if (typeof value !== 'object' || Array.isArray(value))
      throw new Error('it is not a list of names and values');
    for (const [name, entry] of Object.entries(value as object)) {
      if (typeof entry === 'string' || typeof entry === 'number' || typeof entry === 'boolean')
        variables[name] = entry;
      else warn(`The variable "${name}" is neither text nor a number; it was left out.`);
    }
    return variables;
  } catch (error) {
    warn(
      `The variables cannot be read: ${error instanceof Error ? error.message.split('\n')[0] : 'not YAML'}`,
    );
    return undefined;
  }
}
