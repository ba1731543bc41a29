/**
 * The members on which an external reader of documents relies, written down from its observed behaviour without using
 * our own code: a member that is missing here makes such a reader fail for the whole page.
 */
type Json = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isOneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string);
const maybe =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const REF_MEMBERS: Json = {
  url: 'url',
  page: 'page',
  anchor: 'anchor',
  file: 'file',
  space: 'space',
  user: 'user',
  collection: 'collection',
  'reusable-content': 'reusableContent',
  tag: 'tag',
  openapi: 'spec',
};
export const isRef: Check = (value) =>
  isObject(value) &&
  typeof value['kind'] === 'string' &&
  typeof REF_MEMBERS[value['kind']] === 'string' &&
  isText(value[REF_MEMBERS[value['kind']] as string]);
const isRefOf =
  (...kinds: string[]): Check =>
  (value) =>
    isRef(value) && kinds.includes((value as Json)['kind'] as string);
const isFileRef = isRefOf('url', 'file');
const isLength: Check = (value) =>
  isNumber(value) || (isObject(value) && isText(value['unit']) && isNumber(value['value']));

interface Row {
  isVoid: boolean;
  data?: Record<string, Check>;
  /** Types of the children; absent for any block, `text` for inlines. */
  holds?: string[] | 'text';
  /** Types of parents in which it may stand. */
  within?: string[];
  atLeast?: number;
  anchored?: boolean;
}

const align = maybe(isOneOf('start', 'center', 'end'));
const heading: Row = { isVoid: false, data: { id: maybe(isText), align }, holds: 'text', anchored: true };
const operation = { ref: isRefOf('openapi'), path: isText, method: isText, headless: maybe(isFlag) };

export const BLOCKS: Record<string, Row> = {
  paragraph: { isVoid: false, data: { align }, holds: 'text' },
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': {
    isVoid: false,
    data: { start: maybe(Number.isInteger) },
    holds: ['list-item'],
    atLeast: 1,
  },
  'list-unordered': { isVoid: false, holds: ['list-item'], atLeast: 1 },
  'list-tasks': { isVoid: false, holds: ['list-item'], atLeast: 1 },
  'list-item': {
    isVoid: false,
    data: { checked: maybe(isFlag) },
    within: ['list-ordered', 'list-unordered', 'list-tasks'],
    atLeast: 1,
  },
  divider: { isVoid: true },
  blockquote: { isVoid: false, atLeast: 1 },
  hint: {
    isVoid: false,
    data: { style: isOneOf('info', 'warning', 'danger', 'success'), icon: maybe(isText) },
    atLeast: 1,
  },
  code: {
    isVoid: false,
    data: { syntax: maybe(isText), title: maybe(isText), overflow: maybe(isOneOf('scroll', 'wrap')) },
    holds: ['code-line'],
  },
  'code-line': { isVoid: false, data: { highlighted: maybe(isFlag) }, holds: 'text', within: ['code'] },
  math: { isVoid: true, data: { formula: isText } },
  images: { isVoid: false, data: { withFrame: maybe(isFlag), fullWidth: maybe(isFlag) }, holds: ['image'] },
  image: {
    isVoid: true,
    data: { ref: isFileRef, refDark: maybe(isFileRef), width: maybe(isLength), height: maybe(isLength) },
    within: ['images'],
  },
  file: { isVoid: true, data: { ref: isRef } },
  drawing: { isVoid: true, data: { ref: maybe(isRef) } },
  embed: { isVoid: true, data: { url: isText, fullWidth: maybe(isFlag) } },
  'content-ref': { isVoid: true, data: { ref: isRef } },
  tabs: { isVoid: false, holds: ['tabs-item'], atLeast: 1 },
  'tabs-item': {
    isVoid: false,
    data: { title: maybe(isText), icon: maybe(isText) },
    within: ['tabs'],
    atLeast: 1,
    anchored: true,
  },
  expandable: { isVoid: true, data: { defaultExpanded: maybe(isFlag) }, anchored: true },
  stepper: { isVoid: false, holds: ['stepper-step'], atLeast: 1 },
  'stepper-step': { isVoid: false, data: { icon: maybe(isText) }, within: ['stepper'], atLeast: 1 },
  columns: { isVoid: false, holds: ['column'], atLeast: 1 },
  column: {
    isVoid: false,
    data: { width: maybe(isLength), verticalAlignment: maybe(isOneOf('top', 'middle', 'bottom')) },
    within: ['columns'],
    atLeast: 1,
  },
  table: { isVoid: true },
  swagger: { isVoid: true, data: { ref: isFileRef, path: isText, method: isText }, anchored: true },
  'openapi-operation': { isVoid: true, data: operation, anchored: true },
  'openapi-schemas': {
    isVoid: true,
    data: {
      ref: isRefOf('openapi'),
      schemas: isListOf(isText),
      grouped: maybe(isFlag),
      title: maybe(isText),
    },
    anchored: true,
  },
  'openapi-webhook': {
    isVoid: true,
    data: { ref: isRefOf('openapi'), name: isText, method: isText, headless: maybe(isFlag) },
    anchored: true,
  },
  integration: { isVoid: true, data: { integration: isText, block: isText, props: isObject } },
  'reusable-content': { isVoid: true, data: { ref: isRef } },
  if: { isVoid: false, data: { expression: isText }, atLeast: 1 },
  updates: { isVoid: false, data: { format: maybe(isOneOf('numeric', 'full', 'short')) }, holds: ['update'] },
  update: {
    isVoid: false,
    data: {
      date: (value) => isText(value) && !Number.isNaN(new Date(value as string).getTime()),
      tags: maybe(isListOf(isRefOf('tag'))),
    },
    within: ['updates'],
    atLeast: 1,
  },
  prompt: { isVoid: false, data: { description: isText }, holds: ['code'], atLeast: 1 },
};

export const INLINES: Record<string, Row> = {
  link: { isVoid: false, data: { ref: isRef }, holds: 'text' },
  emoji: { isVoid: true, data: { code: isText } },
  icon: { isVoid: true, data: { icon: isText, color: maybe(isText) } },
  'inline-math': { isVoid: true, data: { formula: isText } },
  'inline-image': { isVoid: true, data: { ref: isRef, refDark: maybe(isRef) } },
  mention: { isVoid: true, data: { ref: isRef } },
  annotation: { isVoid: false, holds: 'text' },
  expression: { isVoid: true, data: { expression: isText } },
  button: { isVoid: true, data: { label: isText, kind: isOneOf('primary', 'secondary') } },
};

export const COLUMNS: Record<string, Record<string, Check>> = {
  text: { textAlignment: isOneOf('left', 'center', 'right') },
  number: {},
  checkbox: {},
  rating: { max: isNumber },
  select: {
    multiple: isFlag,
    options: isListOf(
      (one) => isObject(one) && isText(one['value']) && isText(one['label']) && isText(one['color']),
    ),
  },
  files: {},
  users: { multiple: isFlag },
  'content-ref': {},
  image: {},
};

export const MARKS = [
  'bold',
  'italic',
  'code',
  'strikethrough',
  'keyboard',
  'superscript',
  'subscript',
  'color',
];

/** All parts of a document that would make such a reader fail or lose content, with their places. */
export function missingMembers(document: unknown): string[] {
  const found: string[] = [];
  const expect = (isFine: boolean, what: string): void => void (isFine || found.push(what));
  if (!isObject(document) || !Array.isArray(document['nodes'])) return ['no nodes'];
  expect(document['object'] === 'document' && isObject(document['data']), 'object and data of the document');
  const walk = (nodes: unknown, at: string, owner: string, kind: 'blocks' | 'text'): void => {
    if (!Array.isArray(nodes)) return void found.push(`${at} is no list`);
    nodes.forEach((node, index) => walkNode(node as Json, `${at}/${index}`, owner, kind));
  };
  const walkText = (node: Json, at: string): void => {
    if (!Array.isArray(node['leaves'])) return void found.push(`${at} has no leaves`);
    for (const leaf of node['leaves'] as Json[]) {
      expect(leaf['object'] === 'leaf' && isText(leaf['text']), `${at} has a leaf without text`);
      if (!Array.isArray(leaf['marks'])) found.push(`${at} has a leaf without marks`);
      else
        for (const mark of leaf['marks'] as Json[]) {
          expect(mark['object'] === 'mark' && isText(mark['type']), `${at} has a mark without type`);
          const data = mark['data'] as Json | undefined;
          if (mark['type'] === 'color')
            expect(isText(data?.['text']) && isText(data?.['background']), `${at} has half a colour`);
        }
    }
  };
  const walkNode = (node: Json, at: string, owner: string, kind: 'blocks' | 'text'): void => {
    if (node['object'] === 'text')
      return kind === 'text' ? walkText(node, at) : void found.push(`${at} is text among blocks`);
    const type = String(node['type']);
    const place = `${at}:${type}`;
    expect(
      node['object'] === (kind === 'text' ? 'inline' : 'block'),
      `${place} has the object ${String(node['object'])}`,
    );
    expect(isObject(node['data']), `${place} has no data`);
    expect(isFlag(node['isVoid']), `${place} has no isVoid`);
    if (kind === 'blocks') expect(isText(node['key']) && node['key'] !== '', `${place} has no key`);
    const row = (kind === 'text' ? INLINES : BLOCKS)[type];
    if (row) checkRow(row, node, place, owner);
    if (type === 'table') checkTable(node, place);
    if (type === 'expandable') checkExpandable(node, place);
    if (type === 'annotation') checkFragment(node, place, 'type', 'annotation-body');
    if (type === 'button') checkButton(node['data'] as Json, place);
    for (const fragment of (node['fragments'] ?? []) as Json[]) {
      expect(fragment['object'] === 'fragment', `${place} has a fragment without object`);
      walk(fragment['nodes'], `${place}[${String(fragment['fragment'] ?? fragment['type'])}]`, '', 'blocks');
    }
    if (row?.isVoid) expect(node['nodes'] === undefined, `${place} is void and has nodes`);
    else if (row || node['nodes'] !== undefined)
      walk(node['nodes'], place, type, row ? (row.holds === 'text' ? 'text' : 'blocks') : kind);
  };
  const checkRow = (row: Row, node: Json, place: string, owner: string): void => {
    const data = (node['data'] ?? {}) as Json;
    for (const [name, check] of Object.entries(row.data ?? {}))
      expect(check(data[name]), `${place} has ${name} = ${JSON.stringify(data[name])}`);
    expect(node['isVoid'] === row.isVoid, `${place} has isVoid = ${String(node['isVoid'])}`);
    if (row.within) expect(row.within.includes(owner), `${place} stands in ${owner || 'nothing'}`);
    const children = (node['nodes'] ?? []) as Json[];
    if (row.atLeast) expect(children.length >= row.atLeast, `${place} is empty`);
    if (Array.isArray(row.holds))
      for (const child of children)
        expect(row.holds.includes(String(child['type'])), `${place} holds ${String(child['type'])}`);
    if (row.anchored) expect(isText((node['meta'] as Json | undefined)?.['id']), `${place} has no meta.id`);
    if (node['type'] === 'prompt') expect(children.length === 1, `${place} holds ${children.length} blocks`);
  };
  const checkFragment = (node: Json, place: string, by: string, name: string): Json | undefined => {
    const fragment = ((node['fragments'] ?? []) as Json[]).find((one) => one[by] === name);
    expect(Array.isArray(fragment?.['nodes']) && fragment['nodes'].length > 0, `${place} has no ${name}`);
    return fragment;
  };
  const checkExpandable = (node: Json, place: string): void => {
    const title = checkFragment(node, place, 'type', 'expandable-title');
    const nodes = (title?.['nodes'] ?? []) as Json[];
    expect(nodes.length === 1 && nodes[0]?.['type'] === 'paragraph', `${place} has no line as its title`);
    expect(title?.['fragment'] === 'expandable-title', `${place} has a title without a name`);
    checkFragment(node, place, 'type', 'expandable-body');
  };
  const checkButton = (data: Json, place: string): void => {
    const action = data['action'];
    if (action === undefined) expect(isRef(data['ref']), `${place} leads nowhere`);
    else
      expect(
        isObject(action) && isOneOf('search', 'ask', 'select')(action['action']),
        `${place} does nothing`,
      );
  };
  const checkTable = (node: Json, place: string): void => {
    const { view, records, definition } = node['data'] as Json;
    if (!isObject(view) || !isObject(records) || !isObject(definition))
      return void found.push(`${place} has no view, records or definition`);
    expect(isOneOf('grid', 'cards')(view['type']), `${place} has no type of view`);
    expect(
      isListOf((id) => isText(id) && isObject(definition[id as string]))(view['columns']),
      `${place} shows unknown columns`,
    );
    if (view['type'] === 'grid') expect(isFlag(view['hideHeader']), `${place} has no hideHeader`);
    else expect(isOneOf('medium', 'large')(view['cardSize']), `${place} has no cardSize`);
    for (const [id, column] of Object.entries(definition) as [string, Json][]) {
      expect(column['id'] === id && isText(column['title']), `${place} has a column without id or title`);
      for (const [name, check] of Object.entries(COLUMNS[String(column['type'])] ?? { type: isText }))
        expect(check(column[name]), `${place} has ${name} = ${JSON.stringify(column[name])}`);
    }
    const names = ((node['fragments'] ?? []) as Json[]).map((one) => one['fragment']);
    for (const record of Object.values(records) as Json[]) {
      expect(
        isText(record['orderIndex']) && isObject(record['values']),
        `${place} has a record without values`,
      );
      for (const [id, value] of Object.entries((record['values'] ?? {}) as Json))
        if ((definition[id] as Json | undefined)?.['type'] === 'text')
          expect(names.includes(value), `${place} has no text for ${String(value)}`);
    }
  };
  walk(document['nodes'], '', '', 'blocks');
  return found;
}
