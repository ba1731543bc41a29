import type { Type as ClassType } from '@nestjs/common';
import { plainToInstance, Transform } from 'class-transformer';
import { validateSync } from 'class-validator';
import { declaredMembers } from './declared-members.js';
import {
  arrayRules,
  field,
  type FieldOptions,
  FREE_OBJECT,
  type ListOptions,
  Refuse,
  wellFormed,
} from './field.js';
import { sentencesOf } from './validation-sentences.js';

const MAX_ENTRIES = 1000;
const MAX_SHOWN_NAME = 100;

interface MapOptions extends FieldOptions {
  /** The field that each value is. */
  value: PropertyDecorator;
  /** The field that each name is; any text when left out. */
  name?: PropertyDecorator;
  min?: number;
  max?: number;
}

/** An object of any names whose values are all one field: terms by language, roles by user. */
export function MapField({
  value,
  name,
  min = 0,
  max = MAX_ENTRIES,
  ...options
}: MapOptions): PropertyDecorator {
  const values = new SingleField(value);
  const names = name && new SingleField(name);
  const isSmall = (map: unknown): map is Record<string, unknown> =>
    isObject(map) && Object.keys(map).length <= max;
  const read = (map: unknown): unknown =>
    isSmall(map)
      ? Object.fromEntries(Object.entries(map).map(([key, item]) => [wellFormed(key), values.read(item)]))
      : map;
  const problemOfMap = (map: unknown): string | null => {
    if (!isObject(map)) return '$property must be an object';
    if (!isSmall(map)) return `$property must hold at most ${max} entries`;
    const entries = Object.entries(map);
    if (entries.length < min)
      return `$property must hold at least ${min === 1 ? 'one entry' : `${min} entries`}`;
    return firstOf(entries, ([key, item]) => {
      const path = `$property.${key.slice(0, MAX_SHOWN_NAME)}`;
      const ofName = names?.problemOf(key, 'the name') ?? null;
      return ofName === null ? values.problemOf(item, path) : `${path}: ${ofName}`;
    });
  };
  return field(options, [Refuse(problemOfMap), Transform(({ value: map }) => read(map))], FREE_OBJECT);
}

interface EitherOptions extends FieldOptions {
  /** The field that a text is. */
  text: PropertyDecorator;
  /** The field that everything else is. */
  object: PropertyDecorator;
  array?: ListOptions;
  schema: object;
}

/** A text or an object, or a list of such: the name of a period, or its two ends. */
export function EitherField({ text, object, array, ...options }: EitherOptions): PropertyDecorator {
  const [texts, objects] = [new SingleField(text), new SingleField(object)];
  const fieldOf = (value: unknown): SingleField => (typeof value === 'string' ? texts : objects);
  const read = (value: unknown): unknown => fieldOf(value).read(value);
  const problemAt = (value: unknown, path: string): string | null =>
    typeof value === 'string' || isObject(value)
      ? fieldOf(value).problemOf(value, path)
      : `${path} must be a string or an object`;
  const problemOfEither = (value: unknown): string | null => {
    if (!array) return problemAt(value, '$property');
    const items: unknown[] = Array.isArray(value) ? value : [];
    return firstOf(items, (item, index) => problemAt(item, `$property[${index}]`));
  };
  const transform = Transform(({ value }) => (array && Array.isArray(value) ? value.map(read) : read(value)));
  const rules = [...(array ? arrayRules(array) : []), Refuse(problemOfEither), transform];
  return field(options, rules, options.schema);
}

/** A value that is checked as a member of a body is, by the same decorators. */
class SingleField {
  private readonly holder: ClassType<{ value: unknown }>;

  constructor(decorator: PropertyDecorator) {
    this.holder = class {
      value: unknown;
    };
    decorator(this.holder.prototype as object, 'value');
  }

  /** The value as its decorators transform it. */
  read(value: unknown): unknown {
    return plainToInstance(this.holder, declaredMembers({ value }, this.holder)).value;
  }

  /** The sentence about a value that was read, as one at `path`; null for one that is fine. */
  problemOf(value: unknown, path: string): string | null {
    const held = Object.assign(new this.holder(), { value });
    const [error] = validateSync(held, { stopAtFirstError: true, whitelist: true });
    return (error && sentencesOf(error, path)[0]) ?? null;
  }
}

function firstOf<T>(items: readonly T[], find: (item: T, index: number) => string | null): string | null {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== null) return found;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
