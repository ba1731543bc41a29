import type { DocumentData } from '../document.types.js';
import { memberProblem } from '../node-rules.js';
import { isRecord } from '../values.js';
import type { TagAttribute } from './git-tag.js';
import type { FieldType } from '../catalogue/node-form.js';
import { parseLength, TAGS } from './tag-fields.js';

export interface TagData {
  /** Block type the tag stands for. */
  block: string;
  /** Attributes that are members of the block's data. */
  data: DocumentData;
  /** All other attributes, as written. */
  others: Record<string, string>;
}

/** Separates the attributes of a tag that are members of the block's data from the others. */
export function readTagData(name: string, attributes: TagAttribute[]): TagData {
  const { block = name, fields = {}, members = {} } = TAGS.get(name) ?? {};
  const data: DocumentData = {};
  const others: Record<string, string> = {};
  for (const { name: key, value, bare } of attributes) {
    if (key === 'data' && bare && value.startsWith('{')) {
      Object.assign(data, readRecord(value));
      continue;
    }
    const member = Object.hasOwn(members, key) ? (members[key] as string) : key;
    const type = Object.hasOwn(fields, member) && !Object.hasOwn(data, member) ? fields[member] : undefined;
    const read = type && readField(type, value, bare);
    if (read === undefined || memberProblem(block, member, read) !== undefined) others[key] = value;
    else data[member] = read;
  }
  return { block, data, others };
}

function readField(type: FieldType, value: string, bare: boolean): unknown {
  switch (type) {
    case 'string':
      return value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : undefined;
    case 'number':
      return /^\d{1,9}$/.test(value) && String(Number(value)) === value ? Number(value) : undefined;
    case 'length':
      return parseLength(value);
    case 'list':
      return value === '' ? [] : value.split(',').map((one) => one.trim());
    case 'json':
      return (bare ? readJson(value) : undefined) ?? value;
  }
}

function readRecord(text: string): Record<string, unknown> {
  const value = readJson(text);
  return isRecord(value) ? value : {};
}

/** The value of a text of JSON; undefined when the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
