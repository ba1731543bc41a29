/** Attributes of the tags whose block keeps them in `data` under the same name, with the type each has there. */
export type FieldType = 'string' | 'boolean' | 'number' | 'length' | 'list' | 'json';

export interface TagFields {
  block: string;
  fields: Record<string, FieldType>;
  /** Attributes that are called otherwise than the member they are kept in. */
  members?: Record<string, string>;
}

export const TAG_FIELDS: Record<string, TagFields> = {
  hint: { block: 'hint', fields: { style: 'string', icon: 'string' } },
  tabs: { block: 'tabs', fields: { fullWidth: 'boolean' } },
  tab: { block: 'tabs-item', fields: { title: 'string', icon: 'string' } },
  code: {
    block: 'code',
    fields: {
      title: 'string',
      overflow: 'string',
      lineNumbers: 'boolean',
      fullWidth: 'boolean',
      expandable: 'boolean',
      collapsedLineCount: 'number',
    },
  },
  stepper: { block: 'stepper', fields: {} },
  step: { block: 'stepper-step', fields: { icon: 'string' } },
  columns: { block: 'columns', fields: { fullWidth: 'boolean' } },
  column: {
    block: 'column',
    fields: { width: 'length', verticalAlignment: 'string' },
    members: { valign: 'verticalAlignment' },
  },
  updates: { block: 'updates', fields: { format: 'string' } },
  update: { block: 'update', fields: {} },
  prompt: {
    block: 'prompt',
    fields: { description: 'string', icon: 'string', openInAIProviders: 'json', defaultExpanded: 'string' },
  },
  'content-ref': { block: 'content-ref', fields: {} },
  embed: { block: 'embed', fields: { url: 'string', fullWidth: 'boolean' } },
  file: { block: 'file', fields: {} },
  openapi: {
    block: 'swagger',
    fields: { path: 'string', method: 'string', expanded: 'boolean', fullWidth: 'boolean' },
  },
  'openapi-operation': {
    block: 'openapi-operation',
    fields: { path: 'string', method: 'string', headless: 'boolean' },
  },
  'openapi-schemas': {
    block: 'openapi-schemas',
    fields: { schemas: 'list', grouped: 'boolean', title: 'string' },
  },
  'openapi-webhook': {
    block: 'openapi-webhook',
    fields: { name: 'string', method: 'string', headless: 'boolean' },
  },
};

/** The block type a tag stands for, where it stands for one. */
export function blockTypeOf(tag: string): string | undefined {
  return Object.hasOwn(TAG_FIELDS, tag) ? TAG_FIELDS[tag]?.block : undefined;
}

/** `50%` or `300`: a width as the model keeps it. Undefined when it is neither. */
export function parseLength(text: string): number | { unit: string; value: number } | undefined {
  const match = /^(-?\d+(?:\.\d+)?)([a-z%]*)$/.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]);
  if (String(value) !== match[1]) return undefined;
  return match[2] ? { unit: match[2], value } : value;
}

/** The text of a length; undefined for what is none, or has no text that reads the same. */
export function formatLength(length: unknown): string | undefined {
  const text = lengthText(length);
  return text !== undefined && JSON.stringify(parseLength(text)) === JSON.stringify(length)
    ? text
    : undefined;
}

function lengthText(length: unknown): string | undefined {
  if (typeof length === 'number') return String(length);
  if (length === null || typeof length !== 'object') return undefined;
  const { unit, value } = length as { unit?: unknown; value?: unknown };
  return typeof unit === 'string' && typeof value === 'number' ? `${value}${unit}` : undefined;
}
