import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotContains,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import type { Nesting } from './declared-members.js';
import {
  field,
  type FieldOptions,
  FREE_OBJECT,
  type ListOptions,
  ONLY_FROM_TEXT,
  subjectOf,
  wellFormed,
} from './field.js';

export { EitherField, MapField } from './composed-fields.js';
export { FREE_OBJECT, Refuse } from './field.js';

interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** Description of the pattern for the error sentence: "lower case letters, digits and hyphens". */
  patternMeaning?: string;
  array?: ListOptions;
  /** True if items that are in the list twice count once. */
  unique?: boolean;
}

/**
 * A string. NUL characters are refused everywhere, because PostgreSQL cannot store them. Lone surrogates, which it
 * cannot store either, become replacement characters.
 */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const each = Boolean(options.array);
  const subject = subjectOf(each);
  const says = (message: string) => ({ each, message: `${subject} ${message}` });
  const { min, max, pattern, unique } = options;
  const rules: PropertyDecorator[] = [
    IsString(says('must be a string')),
    NotContains('\0', says('must not hold NUL characters')),
    Transform(({ value }) => (Array.isArray(value) ? value.map(wellFormed) : wellFormed(value))),
  ];
  if (unique) rules.push(Transform(({ value }) => (Array.isArray(value) ? [...new Set(value)] : value)));
  if (min !== undefined)
    rules.push(
      MinLength(min, says(min === 1 ? 'must not be empty' : `must have at least ${min} characters`)),
    );
  if (max !== undefined) rules.push(MaxLength(max, says(`must have at most ${max} characters`)));
  if (pattern) {
    const meaning = options.patternMeaning ?? `text matching ${pattern.source}`;
    rules.push(Matches(pattern, says(`must be ${meaning}`)));
  }
  const schema = {
    type: 'string',
    minLength: min,
    maxLength: max,
    pattern: pattern?.source,
  };
  return field(options, rules, schema, options.array);
}

interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
  integer?: boolean;
}

/** A number; of text it is made in paths and queries only. */
export function NumberField(options: NumberOptions = {}): PropertyDecorator {
  const { min, max, integer } = options;
  const message = `$property must be ${integer ? 'a whole number' : 'a number'}${rangeInWords(min, max)}`;
  const rules: PropertyDecorator[] = [
    integer ? IsInt({ message }) : IsNumber({ allowNaN: false, allowInfinity: false }, { message }),
  ];
  if (min !== undefined) rules.push(Min(min, { message }));
  if (max !== undefined) rules.push(Max(max, { message }));
  const toNumber = ({ value }: { value: unknown }): unknown =>
    typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  rules.push(Transform(toNumber, ONLY_FROM_TEXT));
  return field(options, rules, { type: integer ? 'integer' : 'number', minimum: min, maximum: max });
}

function rangeInWords(min?: number, max?: number): string {
  if (min !== undefined && max !== undefined) return ` between ${min} and ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}

/** A boolean; of `true` and `false` as text it is made in paths and queries only. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const toBoolean = ({ value }: { value: unknown }): unknown =>
    value === 'true' ? true : value === 'false' ? false : value;
  const rule = IsBoolean({ message: '$property must be true or false' });
  return field(options, [rule, Transform(toBoolean, ONLY_FROM_TEXT)], { type: 'boolean' });
}

/** One of a fixed set of strings. */
export function EnumField(
  values: readonly string[],
  options: FieldOptions & { array?: boolean } = {},
): PropertyDecorator {
  const each = Boolean(options.array);
  const message = `${subjectOf(each)} must be one of ${values.join(', ')}`;
  const rules = [IsIn([...values], { each, message })];
  return field(options, rules, { type: 'string', enum: [...values] }, options.array);
}

/** An http or https URL of at most 2048 characters. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const url = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
  const message = '$property must be an http or https address of at most 2048 characters';
  const rules = [
    IsString({ message }),
    MaxLength(2048, { message }),
    IsUrl(url, { message }),
    IsParsableUrl(message),
  ];
  return field(options, rules, {
    type: 'string',
    format: 'uri',
    maxLength: 2048,
  });
}

/** Some names match the pattern of a host but cannot be parsed, such as `xn--a` or `256.1.1.1`. */
function IsParsableUrl(message: string): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && URL.canParse(value);
  return ValidateBy({ name: 'isParsableUrl', validator: { validate, defaultMessage: () => message } });
}

/** An ISO 8601 date-time string. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  const message = '$property must be a date and time of ISO 8601, such as 2026-01-31T12:00:00Z';
  return field(options, [IsISO8601({ strict: true }, { message })], { type: 'string', format: 'date-time' });
}

/** A nested object of a DTO class, or an array of them. */
export function ObjectField(
  type: () => ClassType<unknown>,
  options: FieldOptions & { array?: ListOptions } = {},
): PropertyDecorator {
  const each = Boolean(options.array);
  const nesting: Nesting = { typeOf: type };
  const rules = [...objectRules(each, nesting), Type(type)];
  // The library takes a function for one that names a class only if it is called `type` itself.
  return field(options, rules, { type: () => type() }, options.array);
}

/**
 * A JSON object taken as it is: documents, which their module checks, and settings that belong to somebody else. An
 * object whose members we know is an `ObjectField`, a `UnionField` or a `MapField`.
 */
export function JsonField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, [IsObject({ message: '$property must be an object' })], FREE_OBJECT);
}

/** An array of JSON objects taken as they are; the service checks their members. */
export function JsonArrayField(
  options: FieldOptions & { min?: number; max?: number } = {},
): PropertyDecorator {
  const array = { min: options.min, max: options.max };
  const rule = IsObject({ each: true, message: `${subjectOf(true)} must be an object` });
  return field(options, [rule], FREE_OBJECT, array);
}

/** Anything that JSON can say; the service checks it. `schema` describes it. */
export function AnyField(options: FieldOptions & { schema: object; array?: ListOptions }): PropertyDecorator {
  return field(options, [], options.schema, options.array);
}

/** One of several DTO classes, told apart by `discriminator`. */
export function UnionField(
  discriminator: string,
  variants: Record<string, () => ClassType<unknown>>,
  options: FieldOptions & { array?: ListOptions } = {},
): PropertyDecorator {
  const each = Boolean(options.array);
  const names = Object.keys(variants);
  const nameOf = (value: unknown) => (value as Record<string, unknown> | null)?.[discriminator];
  const known = (value: unknown) => names.some((name) => name === nameOf(value));
  const message = `${subjectOf(each)} must be an object whose ${discriminator} is one of ${names.join(', ')}`;
  const subTypes = Object.entries(variants).map(([name, value]) => ({ name, value: value() }));
  const nesting: Nesting = {
    typeOf: (value) => subTypes.find(({ name }) => name === nameOf(value))?.value,
  };
  const rules = [
    ...objectRules(each, nesting, message),
    IsKnownVariant(known, message, each),
    Type(() => Object, {
      discriminator: { property: discriminator, subTypes },
      keepDiscriminatorProperty: true,
    }),
  ];
  const classes = subTypes.map((entry) => entry.value);
  const schema = { type: 'object', oneOf: classes.map((value) => ({ $ref: getSchemaPath(value) })) };
  const described = field(options, rules, schema, options.array);
  if (options.schema) return described;
  // Swagger looks for them on the class, not on its property.
  const models = (target: object) => (ApiExtraModels(...classes) as ClassDecorator)(target.constructor);
  return applyDecorators(models, described);
}

/** An object of a class, or a list of them. */
function objectRules(
  each: boolean,
  nesting: Nesting,
  message = `${subjectOf(each)} must be an object`,
): PropertyDecorator[] {
  return [IsObject({ each, message }), ValidateNested({ each, message, context: nesting })];
}

function IsKnownVariant(
  known: (value: unknown) => boolean,
  message: string,
  each: boolean,
): PropertyDecorator {
  return (target, property) => {
    ValidateBy(
      { name: 'isKnownVariant', validator: { validate: known, defaultMessage: () => message } },
      { each },
    )(target, property as string);
  };
}
