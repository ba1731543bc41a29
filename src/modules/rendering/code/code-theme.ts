import type { ThemeRegistrationRaw } from 'shiki/types';

/*
 * One "theme" whose colours are only numbers of classes. Code is tokenised once, the page carries short class names
 * instead of colours, and the style sheet sets their colours in light and dark. No inline styles are needed.
 */
const CLASSES: readonly { name: string; scopes: string[] }[] = [
  { name: 'tc', scopes: ['comment', 'punctuation.definition.comment', 'string.comment'] },
  {
    name: 'ts',
    scopes: [
      'string',
      'punctuation.definition.string',
      'string punctuation.section.embedded source',
      'markup.inline.raw',
    ],
  },
  {
    name: 'tx',
    scopes: ['string.regexp', 'constant.character.escape', 'constant.other.placeholder', 'string.other.link'],
  },
  {
    name: 'tn',
    scopes: ['constant.numeric', 'constant.language', 'constant.other.color', 'support.constant'],
  },
  {
    name: 'tk',
    scopes: [
      'keyword',
      'storage',
      'storage.type',
      'storage.modifier',
      'keyword.control',
      'keyword.operator.new',
      'keyword.operator.expression',
      'variable.language',
      'markup.list punctuation.definition.list.begin',
    ],
  },
  { name: 'to', scopes: ['keyword.operator', 'punctuation', 'meta.brace', 'storage.type.function.arrow'] },
  {
    name: 'tf',
    scopes: [
      'entity.name.function',
      'support.function',
      'meta.function-call entity.name.function',
      'entity.name.command',
    ],
  },
  {
    name: 'ty',
    scopes: [
      'entity.name.type',
      'entity.name.class',
      'support.type',
      'support.class',
      'entity.other.inherited-class',
      'entity.name.namespace',
      'storage.type.java',
      'storage.type.cs',
    ],
  },
  {
    name: 'tg',
    scopes: ['entity.name.tag', 'punctuation.definition.tag', 'meta.selector', 'entity.name.selector'],
  },
  {
    name: 'ta',
    scopes: [
      'entity.other.attribute-name',
      'support.type.property-name',
      'meta.object-literal.key',
      'variable.other.property',
      'variable.parameter',
      'entity.name.label',
      'support.type.property-name.json',
      'meta.mapping.key string',
    ],
  },
  {
    name: 'tv',
    scopes: ['variable', 'variable.other.constant', 'constant.other', 'punctuation.definition.variable'],
  },
  {
    name: 'th',
    scopes: ['markup.heading', 'entity.name.section', 'markup.bold', 'meta.diff.header', 'meta.diff.range'],
  },
  { name: 'ti', scopes: ['markup.inserted', 'punctuation.definition.inserted'] },
  { name: 'td', scopes: ['markup.deleted', 'punctuation.definition.deleted', 'invalid'] },
];

const PLAIN = '#ffffff';
const colorOf = (index: number) => `#0000${(index + 1).toString(16).padStart(2, '0')}`;
const classByColor = new Map(CLASSES.map((item, index) => [colorOf(index), item.name]));

export const CODE_THEME: ThemeRegistrationRaw = {
  name: 'bindery',
  type: 'light',
  fg: PLAIN,
  bg: '#000000',
  settings: [
    { settings: { foreground: PLAIN, background: '#000000' } },
    ...CLASSES.map((item, index) => ({ scope: item.scopes, settings: { foreground: colorOf(index) } })),
  ],
};

/** Class of a token by the colour that the theme gave it; undefined for plain text. */
export function tokenClass(color: string | undefined): string | undefined {
  return classByColor.get((color ?? '').toLowerCase());
}
