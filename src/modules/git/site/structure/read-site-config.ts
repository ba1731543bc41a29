import { posix } from 'node:path';
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { ImportWarning } from '../../folder/import-warning.js';
import { inTreeOrder, named, NODE_TYPES, type SiteNode, type SiteShape, WHOLE_SITE } from './site-shape.js';

/** Name of the file that says what a site is made of. */
export const SITE_CONFIG = 'gitbook-docs.yaml';

/** The file as it was read. The shape holds only where there are no problems. */
export interface SiteConfig {
  text: string;
  shape: SiteShape;
  /** Rules that the file breaks, each as a sentence that names the node. */
  problems: ImportWarning[];
  warnings: ImportWarning[];
}

const MAX_KEY = 200;

type Values = Record<string, unknown>;

const CHILDREN: Record<SiteNode['type'], readonly string[]> = {
  space: [],
  section: ['space'],
  'section-group': ['section', 'section-group', 'external-link'],
  'external-link': [],
};
const TEXTS = ['path', 'icon', 'description', 'url', 'condition'] as const;
const NEEDED: Record<SiteNode['type'], readonly string[]> = {
  space: ['path'],
  section: ['path'],
  'section-group': [],
  'external-link': ['url'],
};
/** Members that are kept in the file, and do nothing here. */
const IDLE = ['localizedTitle', 'localizedDescription', 'hidden'];

/**
 * Reads `gitbook-docs.yaml`.
 * @param path of the file in the repository. @param project folder that directories are named from.
 */
export function readSiteConfig(text: string, path: string, project: string): SiteConfig {
  return new ConfigReader(text, path, project).read();
}

class ConfigReader {
  private readonly lines = new LineCounter();
  private readonly problems: ImportWarning[] = [];
  private readonly warnings: ImportWarning[] = [];
  private readonly nodes: SiteNode[] = [];
  private readonly seen = new Map<string, string>();
  /** Keys of nodes that say they are the default, by what they are the default of. */
  private readonly marked = new Map<string, string[]>();

  constructor(
    private readonly text: string,
    private readonly path: string,
    private readonly project: string,
  ) {}

  read(): SiteConfig {
    const document = parseDocument(this.text, { lineCounter: this.lines, logLevel: 'silent' });
    for (const error of document.errors.slice(0, 1))
      this.problem(
        null,
        `The file cannot be read as YAML: ${error.message.split(/ at line |\n/)[0]}.`,
        error.pos[0],
      );
    const site = this.problems.length === 0 ? memberOf(document.contents, 'site') : null;
    const title = isScalar(memberOf(site, 'title')) ? valueOf(memberOf(site, 'title')) : undefined;
    const structure = memberOf(site, 'structure');
    if (this.problems.length === 0) {
      const version = memberOf(document.contents, 'version');
      if (version && valueOf(version) !== 1) this.problem(version, 'version must be 1, or left out.');
      if (typeof title !== 'string' || title === '' || !isPlain(title))
        this.problem(site, 'site.title must be a text: the title of the site.');
      if (!isSeq(structure)) this.problem(site, 'site.structure must be a list of spaces, or of sections.');
      else for (const item of structure.items) this.readNode(item as Node, null, 0);
    }
    const shape = {
      title: typeof title === 'string' ? title : '',
      nodes: inTreeOrder(this.nodes),
      defaults: this.defaults(),
    };
    return { text: this.text, shape, problems: this.problems, warnings: this.warnings };
  }

  private readNode(node: Node, parent: SiteNode | null, depth: number): void {
    const values = valuesOf(node);
    const type = NODE_TYPES.find((name) => name === values?.['type']);
    const key = values?.['key'];
    if (!values || !type || typeof key !== 'string' || key === '') {
      const wanted =
        'Each item of the structure needs a key, and a type: space, section, section-group or external-link.';
      this.problem(node, parent ? `In the ${named(parent)}: ${wanted}` : wanted);
      return;
    }
    const name = named({ type, key });
    if (key in {} || key.length > MAX_KEY || !isPlain(key)) {
      this.problem(node, `The ${name} needs another key, such as ${type}-1.`);
      return;
    }
    const other = this.seen.get(key);
    if (other !== undefined) {
      this.problem(node, `The ${name} has the key of the ${other}: give each item a key of its own.`);
      return;
    }
    this.seen.set(key, name);
    this.checkPlace(node, { type, key }, parent, depth);
    const read = this.readMembers(node, values, { type, key, parent: parent?.key ?? null });
    this.nodes.push(read);
    if (values['default'] === true) this.mark(type === 'space' && parent ? parent.key : WHOLE_SITE, key);
    const children = memberOf(node, 'children');
    if (children === null || (isScalar(children) && children.value === null)) return;
    if (CHILDREN[type].length === 0) this.problem(children, `The ${name} cannot have children.`);
    else if (!isSeq(children)) this.problem(children, `The children of the ${name} must be a list.`);
    else
      for (const child of children.items)
        this.readNode(child as Node, read, depth + (type === 'section-group' ? 1 : 0));
  }

  private checkPlace(
    node: Node,
    { type, key }: Pick<SiteNode, 'type' | 'key'>,
    parent: SiteNode | null,
    depth: number,
  ) {
    const name = named({ type, key });
    if (parent && !CHILDREN[parent.type].includes(type)) {
      const holds = parent.type === 'section' ? 'holds only spaces' : 'holds only sections, groups and links';
      this.problem(node, `The ${name} is in the ${named(parent)}, which ${holds}.`);
    } else if (type === 'section-group' && depth > 1)
      this.problem(node, `The ${name} is too deep: a section group may be in one other, no deeper.`);
  }

  private readMembers(
    node: Node,
    values: Values,
    given: Pick<SiteNode, 'type' | 'key' | 'parent'>,
  ): SiteNode {
    const { type } = given;
    const name = named(given);
    if (typeof values['title'] !== 'string' || values['title'] === '' || !isPlain(values['title']))
      this.problem(node, `The ${name} needs a title: a text without control characters.`);
    for (const member of TEXTS) {
      const value = values[member] ?? null;
      if (value === null && NEEDED[type].includes(member))
        this.problem(node, `The ${name} needs a ${member}.`);
      else if (value !== null && (typeof value !== 'string' || !isPlain(value)))
        this.problem(node, `${member} of the ${name} must be a text without control characters.`);
    }
    if (values['draft'] === true && type !== 'external-link')
      this.problem(
        node,
        `The ${name} is a draft: only links can be drafts here, and readers would see it. Take it out of the file until it is to be shown.`,
      );
    for (const member of IDLE)
      if (values[member] !== undefined && values[member] !== false)
        this.warn(node, `${member} of the ${name} stays in the file and has no effect here.`);
    return {
      ...given,
      title: textOf(values['title']) ?? '',
      path: type === 'space' || type === 'section' ? textOf(values['path']) : null,
      icon: type === 'space' ? null : textOf(values['icon']),
      description: type === 'section-group' || type === 'space' ? null : textOf(values['description']),
      url: type === 'external-link' ? textOf(values['url']) : null,
      condition: type === 'section-group' ? null : textOf(values['condition']),
      draft: type === 'external-link' && values['draft'] === true,
      ...(type === 'space'
        ? this.readContent(node, name, values['content'])
        : { language: null, folder: null }),
    };
  }

  private readContent(node: Node, name: string, content: unknown): Pick<SiteNode, 'language' | 'folder'> {
    const { directory, language } = isRecord(content) ? content : {};
    if (directory !== null && typeof directory !== 'string') {
      this.problem(
        node,
        `The ${name} needs content.directory: the folder of its pages, or null for a space that is not synced.`,
      );
      return { language: null, folder: null };
    }
    return {
      language: textOf(language),
      folder: directory === null ? null : this.folderOf(node, name, directory),
    };
  }

  private folderOf(node: Node, name: string, directory: string): string | null {
    const parts = directory.split('/');
    if (parts.includes('..') || parts.includes('.git') || directory.includes('\\') || !isPlain(directory)) {
      this.problem(
        node,
        `content.directory of the ${name} must be a path within the repository, without "..".`,
      );
      return null;
    }
    const full = directory.startsWith('/') ? directory : posix.join('/', this.project, directory);
    return posix.normalize(full).replace(/^\/+|\/+$/g, '');
  }

  private mark(of: string, key: string): void {
    this.marked.set(of, [...(this.marked.get(of) ?? []), key]);
  }

  private defaults(): Record<string, string> {
    const sections = this.nodes.filter(({ type }) => type === 'section');
    const top = this.nodes.filter(({ type, parent }) => type === 'space' && parent === null);
    const sets: [string, string, SiteNode[]][] = [
      [WHOLE_SITE, 'The site', sections.length > 0 ? sections : top],
      ...sections.map((section): [string, string, SiteNode[]] => [
        section.key,
        `The ${named(section)}`,
        this.nodes.filter(({ type, parent }) => type === 'space' && parent === section.key),
      ]),
    ];
    const defaults: Record<string, string> = {};
    for (const [of, name, among] of sets) {
      if (among.length === 0) continue;
      const found = among.filter(({ key }) => (this.marked.get(of) ?? []).includes(key));
      if (found.length === 1) defaults[of] = found[0]!.key;
      else {
        const kind = among[0]!.type === 'section' ? 'sections' : 'spaces';
        const keys = found.map(({ key }) => `"${key}"`).join(', ');
        this.problem(
          null,
          `${name} needs exactly one default among its ${kind}: ${found.length === 0 ? 'none says' : `${keys} all say`} "default: true".`,
        );
      }
    }
    return defaults;
  }

  private problem(node: Node | null, message: string, at = node?.range?.[0] ?? 0): void {
    this.problems.push({ file: this.path, line: this.lineAt(at), kind: 'config', message });
  }

  private warn(node: Node, message: string): void {
    this.warnings.push({ file: this.path, line: this.lineAt(node.range?.[0] ?? 0), kind: 'config', message });
  }

  private lineAt(offset: number): number {
    return Math.max(1, this.lines.linePos(offset).line);
  }
}

function memberOf(node: unknown, name: string): Node | null {
  if (!isMap(node)) return null;
  return ((node as YAMLMap).get(name, true) as Node | undefined) ?? null;
}

function valueOf(node: Node | null): unknown {
  return isScalar(node) ? node.value : undefined;
}

function valuesOf(node: Node): Values | null {
  if (!isMap(node)) return null;
  const values: Values = {};
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    if (name === 'children') continue;
    values[name] = isMap(value) ? valuesOf(value) : isScalar(value) ? value.value : (value ?? null);
  }
  return values;
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** False for a text with control characters other than line ends and tabs, or with half of a character. */
function isPlain(text: string): boolean {
  return !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text);
}

/** Empty texts say nothing. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
