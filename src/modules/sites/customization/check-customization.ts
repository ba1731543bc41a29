import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { isContentRef } from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { onFirstUse } from '#platform/on-first-use.js';
import {
  CUSTOMIZATION_SCHEMA,
  type CustomizationOverrides,
  OVERRIDES_SCHEMA,
} from './customization-schema.js';

/** Settings are checked by their JSON schema, because the schema of overrides is computed from it. */
const ajv = new Ajv({ strict: false, removeAdditional: true, verbose: true });
ajv.removeKeyword('format');
ajv.addKeyword({
  keyword: 'format',
  validate: (format: string, value: unknown) => value === null || (FORMATS[format]?.(value) ?? true),
  error: { message: 'has the wrong form' },
});

const FORMATS: Record<string, (value: unknown) => boolean> = {
  emoji: isEmoji,
  uri: isWebAddress,
  'content-ref': isContentRef,
};
const MEANINGS: Record<string, string> = {
  emoji: 'must be an emoji, or the code of one such as 1f680',
  uri: 'must be an http or https URL',
  'content-ref': 'must be a reference such as {"kind":"url","url":"https://example.com"}',
};

/** Compiled where the first settings come: that takes time, and several megabytes. */
const all = onFirstUse(() => ajv.compile<CustomizationOverrides>(CUSTOMIZATION_SCHEMA));
const some = onFirstUse(() => ajv.compile<CustomizationOverrides>(OVERRIDES_SCHEMA));

/**
 * All settings of a site; members that the contract does not know are dropped.
 * @throws BadRequest with the path of what is wrong.
 */
export function checkCustomization(body: object): CustomizationOverrides {
  return check(all(), body);
}

/**
 * Some settings, null for those to forget.
 * @throws BadRequest with the path of what is wrong.
 */
export function checkOverrides(body: object): CustomizationOverrides {
  return check(some(), body);
}

function check(validate: ValidateFunction<CustomizationOverrides>, body: object): CustomizationOverrides {
  const settings: unknown = withPageActions(structuredClone(body));
  if (validate(settings)) return withoutPlans(settings);
  throw new BadRequest(`${sentence(validate.errors ?? [])}.`);
}

/** Later versions of the contract have a list in place of three flags. */
function withPageActions(settings: { pageActions?: Record<string, unknown> | null }): object {
  const actions = settings.pageActions;
  if (!Array.isArray(actions?.['items'])) return settings;
  const items = new Set(actions['items'] as unknown[]);
  actions['externalAI'] ??= items.has('external-ai');
  actions['markdown'] ??= items.has('markdown');
  actions['mcp'] ??= items.has('mcp');
  return settings;
}

/**
 * Answers of language models are not made here, so a site cannot have them. What elsewhere is part of a plan is not stored,
 * because everybody has it; nor is the wish for a cookie to count readers with, because they are counted without.
 * @throws BadRequest
 */
function withoutPlans({
  advancedCustomization: _plan,
  insights: _cookie,
  ...settings
}: CustomizationOverrides): CustomizationOverrides {
  if (settings.ai?.mode && settings.ai.mode !== 'none')
    throw new BadRequest('ai.mode must be none: no language model answers here.');
  return settings;
}

/** The problem as a sentence, from the deepest error: the others only say that an enclosing choice does not fit. */
function sentence(errors: ErrorObject[]): string {
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const [error] = [...errors].sort((a, b) => depth(b) - depth(a) || rank(a) - rank(b));
  if (!error) return 'The settings are not valid';
  const { instancePath, keyword, params, message } = error;
  const path =
    instancePath
      .slice(1)
      .replace(/\/(\d+)/g, '[$1]')
      .replaceAll('/', '.') || 'The body';
  if (keyword === 'required') {
    const name = String(params['missingProperty']);
    return `${instancePath === '' ? '' : `${path}.`}${name} is required`;
  }
  if (keyword === 'enum')
    return `${path} must be one of ${(params['allowedValues'] as (string | null)[]).filter((value) => value !== null).join(', ')}`;
  if (keyword === 'format') return `${path} ${MEANINGS[String(error.schema)] ?? message}`;
  if (keyword === 'pattern') return `${path} must be a colour such as #4150c8`;
  if (keyword === 'maxProperties') return `${path} must hold either an icon or an emoji, not both`;
  return `${path} ${message ?? 'is not valid'}`;
}

/** A list of what may stand there says more than that it is of the wrong type. */
function rank({ keyword }: ErrorObject): number {
  return keyword === 'enum' ? 0 : 1;
}

function isWebAddress(value: unknown): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(String(value)).protocol);
  } catch {
    return false;
  }
}

function isEmoji(value: unknown): boolean {
  return /^(?:[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*|\p{Extended_Pictographic}.*|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)$/iu.test(
    String(value),
  );
}
