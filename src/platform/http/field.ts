import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsOptional,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { unsealed } from './declared-members.js';

/** The group of transformations that make values of text; in JSON a value has its type already. */
export const FROM_TEXT = 'text';
export const ONLY_FROM_TEXT = { groups: [FROM_TEXT] };

/** Options of every field. A field is required unless `optional`; `null` is refused unless `nullable`. */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
  /** In place of the schema that follows from the rules, where the API's description leaves something to its words. */
  schema?: object;
}

/** Limits of a list; true is a list of any length. */
export type ListOptions = boolean | { min?: number; max?: number };

/** The schema of an object whose members the API's description leaves to its words. */
export const FREE_OBJECT = { type: 'object', additionalProperties: true };

const HALF_CHARACTER = /\p{Surrogate}/gu;

/** The value with replacement characters for lone surrogates, which the database cannot store, where it is a text. */
export function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(HALF_CHARACTER, '\ufffd') : value;
}

export function subjectOf(each: boolean): string {
  return each ? 'each item of $property' : '$property';
}

const REQUIRED = '$property is required';

/** Applies presence rules, the field's own rules and its OpenAPI description together: one place for both. */
export function field(
  options: FieldOptions,
  rules: PropertyDecorator[],
  schema: object,
  array?: ListOptions,
): PropertyDecorator {
  const presence: PropertyDecorator[] = [];
  // Not IsOptional for a plain optional field: it would let null through and an update would store it.
  if (options.optional && options.nullable) presence.push(IsOptional() as PropertyDecorator);
  else if (options.optional)
    presence.push(ValidateIf((_, value) => value !== undefined) as PropertyDecorator);
  else if (options.nullable)
    presence.push(
      ValidateIf((_, value) => value !== null) as PropertyDecorator,
      IsDefined({ message: REQUIRED }) as PropertyDecorator,
    );
  else presence.push(IsDefined({ message: REQUIRED }) as PropertyDecorator);
  if (array) presence.push(...arrayRules(array));
  const property = {
    ...(options.schema ?? schema),
    required: !options.optional,
    nullable: options.nullable,
    description: options.description,
    example: options.example,
    default: options.default,
    ...(array
      ? { isArray: true, ...(typeof array === 'object' ? { minItems: array.min, maxItems: array.max } : {}) }
      : {}),
  } as ApiPropertyOptions;
  // The one that is applied last transforms first.
  const open = Transform(({ value }) => unsealed(value));
  return applyDecorators(...presence, ...rules, open, ApiProperty(property));
}

/** The rules of a list as such. */
export function arrayRules(array: Exclude<ListOptions, false>): PropertyDecorator[] {
  // A single value in a query string (`?status=open`) is a list of one.
  const toArray = ({ value }: { value: unknown }): unknown =>
    value === undefined || value === null || Array.isArray(value) ? value : [value];
  const rules: PropertyDecorator[] = [
    IsArray({ message: '$property must be a list' }),
    Transform(toArray, ONLY_FROM_TEXT),
  ];
  const { min, max } = array === true ? {} : array;
  if (min !== undefined)
    rules.push(ArrayMinSize(min, { message: `$property must hold at least ${itemsInWords(min)}` }));
  if (max !== undefined)
    rules.push(ArrayMaxSize(max, { message: `$property must hold at most ${itemsInWords(max)}` }));
  return rules;
}

/** A rule beside those of a field; `problemOf` answers what is wrong with a value as a sentence about `$property`. */
export function Refuse(problemOf: (value: unknown) => string | null): PropertyDecorator {
  const rule = ValidateBy({
    name: problemOf.name,
    validator: {
      validate: (value) => problemOf(value) === null,
      defaultMessage: (at) => problemOf(at?.value) ?? '',
    },
  });
  return rule as PropertyDecorator;
}

function itemsInWords(count: number): string {
  return count === 1 ? 'one item' : `${count} items`;
}
