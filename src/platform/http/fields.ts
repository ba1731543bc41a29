import { applyDecorators, type Type as ClassType } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsISO8601,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  NotContains,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';

/** What every field may say. A field is required unless `optional`; `null` is refused unless `nullable`. */
export interface FieldOptions {
  optional?: boolean;
  nullable?: boolean;
  description?: string;
  example?: unknown;
  default?: unknown;
}

interface TextOptions extends FieldOptions {
  min?: number;
  max?: number;
  pattern?: RegExp;
  /** What the pattern means, for the error sentence: "lower case letters, digits and hyphens". */
  patternMeaning?: string;
  array?: boolean | { min?: number; max?: number };
}

const HALF_CHARACTER = /\p{Surrogate}/gu;

/**
 * A string. NUL characters are refused everywhere: the database cannot hold them. Halves of characters, which JSON can
 * say and it cannot hold either, become the sign for what is no character.
 */
export function TextField(options: TextOptions = {}): PropertyDecorator {
  const each = Boolean(options.array);
  const rules: PropertyDecorator[] = [
    IsString({ each }),
    NotContains('\0', { each, message: '$property must not hold NUL characters' }),
    Transform(({ value }) => (Array.isArray(value) ? value.map(wellFormed) : wellFormed(value))),
  ];
  if (options.min !== undefined) rules.push(MinLength(options.min, { each }));
  if (options.max !== undefined) rules.push(MaxLength(options.max, { each }));
  if (options.pattern) {
    const meaning = options.patternMeaning ?? `text matching ${options.pattern.source}`;
    rules.push(Matches(options.pattern, { each, message: `$property must be ${meaning}` }));
  }
  const schema = {
    type: 'string',
    minLength: options.min,
    maxLength: options.max,
    pattern: options.pattern?.source,
  };
  return field(options, rules, schema, options.array);
}

function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(HALF_CHARACTER, '\ufffd') : value;
}

interface NumberOptions extends FieldOptions {
  min?: number;
  max?: number;
  integer?: boolean;
}

/** A number; text from a query string is converted. */
export function NumberField(options: NumberOptions = {}): PropertyDecorator {
  const rules: PropertyDecorator[] = [
    options.integer ? IsInt() : IsNumber({ allowNaN: false, allowInfinity: false }),
  ];
  if (options.min !== undefined) rules.push(Min(options.min));
  if (options.max !== undefined) rules.push(Max(options.max));
  rules.push(
    Transform(({ value }) =>
      typeof value === 'string' && value.trim() !== '' ? Number(value) : (value as unknown),
    ),
  );
  return field(options, rules, {
    type: options.integer ? 'integer' : 'number',
    minimum: options.min,
    maximum: options.max,
  });
}

/** A boolean; `true` and `false` from a query string are converted. */
export function BooleanField(options: FieldOptions = {}): PropertyDecorator {
  const toBoolean = Transform(({ value }) =>
    value === 'true' ? true : value === 'false' ? false : (value as unknown),
  );
  return field(options, [IsBoolean(), toBoolean], { type: 'boolean' });
}

/** One of a fixed set of strings. */
export function EnumField(
  values: readonly string[],
  options: FieldOptions & { array?: boolean } = {},
): PropertyDecorator {
  const message = `$property must be one of ${values.join(', ')}`;
  const rules = [IsIn([...values], { each: Boolean(options.array), message })];
  return field(options, rules, { type: 'string', enum: [...values] }, options.array);
}

/** An http or https URL of at most 2048 characters. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const url = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
  return field(options, [IsString(), MaxLength(2048), IsUrl(url), IsParsableUrl()], {
    type: 'string',
    format: 'uri',
    maxLength: 2048,
  });
}

/** Some names look like one and are none, such as `xn--a` or `256.1.1.1`: nothing could be done with such an address. */
function IsParsableUrl(): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && URL.canParse(value);
  return ValidateBy({
    name: 'isParsableUrl',
    validator: { validate, defaultMessage: () => '$property must be a URL address' },
  });
}

/** An ISO 8601 date-time string. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, [IsISO8601({ strict: true })], { type: 'string', format: 'date-time' });
}

/** A nested object of a DTO class, or an array of them. */
export function ObjectField(
  type: () => ClassType<unknown>,
  options: FieldOptions & { array?: boolean | { min?: number; max?: number } } = {},
): PropertyDecorator {
  const each = Boolean(options.array);
  const rules = [IsObject({ each }), ValidateNested({ each }), Type(type)];
  return field(options, rules, { type }, options.array);
}

/** A JSON object taken as it is (documents, free-form maps); `schema` describes it. */
export function JsonField(
  options: FieldOptions & { schema?: Record<string, unknown> } = {},
): PropertyDecorator {
  return field(options, [IsObject()], { type: 'object', additionalProperties: true, ...options.schema });
}

/** An array of JSON objects taken as they are; the service checks their members. */
export function JsonArrayField(
  options: FieldOptions & { min?: number; max?: number } = {},
): PropertyDecorator {
  const array = { min: options.min, max: options.max };
  return field(options, [IsObject({ each: true })], { type: 'object', additionalProperties: true }, array);
}

/** Anything that JSON can say; the service checks it. `schema` describes it. */
export function AnyField(options: FieldOptions & { schema: Record<string, unknown> }): PropertyDecorator {
  return field(options, [], options.schema);
}

/** One of several DTO classes, told apart by `discriminator`. */
export function UnionField(
  discriminator: string,
  variants: Record<string, () => ClassType<unknown>>,
  options: FieldOptions & { array?: boolean | { min?: number; max?: number } } = {},
): PropertyDecorator {
  const each = Boolean(options.array);
  const names = Object.keys(variants);
  const known = (value: unknown) =>
    names.includes((value as Record<string, string> | null)?.[discriminator] ?? '');
  const subject = each ? 'each item of $property' : '$property';
  const message = `${subject} must be an object whose ${discriminator} is one of ${names.join(', ')}`;
  const subTypes = Object.entries(variants).map(([name, value]) => ({ name, value: value() }));
  const rules = [
    IsObject({ each, message }),
    ValidateNested({ each }),
    IsKnownVariant(known, message, each),
    Type(() => Object, {
      discriminator: { property: discriminator, subTypes },
      keepDiscriminatorProperty: true,
    }),
  ];
  const classes = subTypes.map((entry) => entry.value);
  const schema = { type: 'object', oneOf: classes.map((value) => ({ $ref: getSchemaPath(value) })) };
  return applyDecorators(
    // Swagger looks for them on the class, not on its property.
    (target: object) => (ApiExtraModels(...classes) as ClassDecorator)(target.constructor),
    field(options, rules, schema, options.array),
  );
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

/** Applies presence rules, the field's own rules and its OpenAPI description together: one place for both. */
function field(
  options: FieldOptions,
  rules: PropertyDecorator[],
  schema: object,
  array?: boolean | { min?: number; max?: number },
): PropertyDecorator {
  const presence: PropertyDecorator[] = [];
  // Not IsOptional for a plain optional field: it would let null through and an update would store it.
  if (options.optional && options.nullable) presence.push(IsOptional() as PropertyDecorator);
  else if (options.optional)
    presence.push(ValidateIf((_, value) => value !== undefined) as PropertyDecorator);
  else if (options.nullable)
    presence.push(
      ValidateIf((_, value) => value !== null) as PropertyDecorator,
      IsDefined() as PropertyDecorator,
    );
  else presence.push(IsDefined({ message: '$property is required' }) as PropertyDecorator);
  if (array) presence.push(...arrayRules(array));
  const property = {
    ...schema,
    required: !options.optional,
    nullable: options.nullable,
    description: options.description,
    example: options.example,
    default: options.default,
    ...(array
      ? { isArray: true, ...(typeof array === 'object' ? { minItems: array.min, maxItems: array.max } : {}) }
      : {}),
  } as ApiPropertyOptions;
  return applyDecorators(...presence, ...rules, ApiProperty(property));
}

function arrayRules(array: true | { min?: number; max?: number }): PropertyDecorator[] {
  // A single value in a query string (`?status=open`) is an array of one.
  const toArray = Transform(({ value }) =>
    value === undefined || value === null || Array.isArray(value) ? (value as unknown) : [value],
  );
  const rules = [IsArray() as PropertyDecorator, toArray];
  if (array === true) return rules;
  if (array.min !== undefined) rules.push(ArrayMinSize(array.min) as PropertyDecorator);
  if (array.max !== undefined) rules.push(ArrayMaxSize(array.max) as PropertyDecorator);
  return rules;
}
