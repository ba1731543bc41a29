import type { ContentRef } from '#modules/documents/browser.js';
import { emojiOf } from '../tree/tree-icons.js';

export type VariableValue = string | number | boolean;

/** The picture above a page. */
export interface Cover {
  ref: ContentRef;
  refDark?: ContentRef;
  /** The shift from the middle of the picture, in percent. */
  yPos: number;
  height?: number;
}

export type Layout = Record<string, boolean | string>;

/** A page as the API answers it, as far as its settings go. */
export interface SettingsPage {
  id: string;
  type: string;
  title: string;
  slug?: string;
  path?: string;
  description?: string;
  emoji?: string;
  icon?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  layout?: Layout;
  cover?: Cover;
  variables?: Record<string, VariableValue>;
  tags?: { tag: { tag: string }; primary?: boolean }[];
  /** Address of a link out of the space. */
  href?: string;
}

/** The values of the form: a field that is empty is a field that the page does not have. */
export interface SettingsForm {
  texts: Record<(typeof TEXTS)[number], string>;
  flags: Record<(typeof FLAGS)[number], boolean>;
  slug: string;
  href: string;
  layout: Layout;
  cover: Cover | null;
  variables: [name: string, value: string][];
  tags: ChosenTag[];
}

/** A tag that a page has. */
export interface ChosenTag {
  slug: string;
  /** True for the tag that is shown where there is room for one. */
  isPrimary: boolean;
}

const TEXTS = ['description', 'emoji', 'icon', 'condition'] as const;
const FLAGS = ['hidden', 'noIndex', 'noRobotsIndex'] as const;

export function formOfPage(page: SettingsPage): SettingsForm {
  const { slug = '', href = '', layout = {}, cover = null, variables = {}, tags = [] } = page;
  return {
    texts: Object.fromEntries(TEXTS.map((name) => [name, page[name] ?? ''])) as SettingsForm['texts'],
    flags: Object.fromEntries(FLAGS.map((name) => [name, page[name] === true])) as SettingsForm['flags'],
    ...{ slug, href, layout, cover },
    variables: Object.entries(variables).map(([name, value]) => [name, String(value)]),
    tags: tags.map(({ tag, primary = false }) => ({ slug: tag.tag, isPrimary: primary })),
  };
}

/** The fields of a change that makes the page what the form says; those that stay are left out. */
export function changesOf(page: SettingsPage, form: SettingsForm): Record<string, unknown> {
  const before = formOfPage(page);
  const changes: Record<string, unknown> = {};
  for (const name of TEXTS) {
    const text = form.texts[name].trim();
    if (text !== before.texts[name]) changes[name] = text || null;
  }
  for (const name of FLAGS) if (form.flags[name] !== before.flags[name]) changes[name] = form.flags[name];
  const slug = form.slug.trim();
  if (slug !== '' && slug !== before.slug) changes['slug'] = slug;
  const url = form.href.trim();
  if (url !== '' && url !== before.href) changes['target'] = { kind: 'url', url };
  const layout = Object.entries(form.layout).filter(([name, value]) => value !== before.layout[name]);
  if (layout.length > 0) changes['layout'] = Object.fromEntries(layout);
  if (JSON.stringify(form.cover) !== JSON.stringify(before.cover)) changes['cover'] = form.cover;
  const variables = variableChanges(page.variables ?? {}, form.variables);
  if (Object.keys(variables).length > 0) changes['variables'] = variables;
  if (JSON.stringify(form.tags) !== JSON.stringify(before.tags)) changes['tags'] = form.tags.map(sentTag);
  return changes;
}

function sentTag({ slug, isPrimary }: ChosenTag): object {
  return { tag: { kind: 'tag', tag: slug }, ...(isPrimary ? { primary: true } : {}) };
}

function variableChanges(
  before: Record<string, VariableValue>,
  rows: SettingsForm['variables'],
): Record<string, VariableValue | null> {
  const after = new Map(rows.map(([name, value]) => [name.trim(), value]));
  after.delete('');
  const changes: Record<string, VariableValue | null> = {};
  for (const name of Object.keys(before)) if (!after.has(name)) changes[name] = null;
  for (const [name, value] of after)
    if (String(before[name] ?? '') !== value || !(name in before)) changes[name] = typed(value, before[name]);
  return changes;
}

/** A number stays a number, and a boolean a boolean, as long as the text says one. */
function typed(text: string, before: VariableValue | undefined): VariableValue {
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** The reason why the changes cannot be saved, in a sentence; null when they can. Readers would see nothing of another emoji. */
export function problemOf({ emoji }: Record<string, unknown>): string | null {
  return typeof emoji === 'string' && emojiOf(emoji) === ''
    ? `“${emoji}” is no emoji. Choose one with the emoji keyboard of your device, such as 🚀.`
    : null;
}
