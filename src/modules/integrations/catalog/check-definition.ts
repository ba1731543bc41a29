import { Ajv, type ErrorObject } from 'ajv';
import { BadRequest } from '#platform/http/errors.js';
import { onFirstUse } from '#platform/on-first-use.js';
import type {
  ConfigurationProperty,
  ContentSecurityPolicy,
  IntegrationBlock,
  IntegrationConfiguration,
} from './integration.types.js';
import { bareHost } from './integrations.repository.js';
import type { PublishIntegrationBody } from './publish.dto.js';

const MAX_SCRIPT_SIZE = 5 * 1024 * 1024;
const MAX_SECRETS = 20;
const MAX_SECRET_LENGTH = 16 * 1024;
const MAX_POLICY_LENGTH = 8192;
const PLACES = ['account', 'space', 'site'];
/** Names become members of objects that scripts and forms read. */
const PROPERTY_NAME = '^(?!__proto__$)[A-Za-z0-9_.-]{1,64}$';

const WORDS = { title: { type: 'string', maxLength: 30 }, description: { type: 'string', maxLength: 100 } };
const property = (type: string, own: object, required: string[] = []): object => ({
  type: 'object',
  required: ['type', ...required],
  properties: { ...WORDS, type: { const: type }, ...own },
});
const TEXT = { type: 'string', maxLength: 2048 };

/** A form of settings, as a JSON schema. */
const FORM = {
  $defs: {
    property: {
      type: 'object',
      required: ['type'],
      properties: { type: { enum: ['string', 'number', 'boolean', 'button'] } },
      discriminator: { propertyName: 'type' },
      oneOf: [
        property('string', {
          default: TEXT,
          completion_url: TEXT,
          enum: { type: 'array', minItems: 1, maxItems: 1000, items: TEXT },
        }),
        property('number', { default: { type: 'number' } }),
        property('boolean', { default: { type: 'boolean' } }),
        property('button', { callback_url: TEXT, button_text: { type: 'string', maxLength: 100 } }, [
          'callback_url',
          'button_text',
        ]),
      ],
    },
  },
  type: 'object',
  required: ['properties'],
  properties: {
    properties: {
      type: 'object',
      maxProperties: 100,
      propertyNames: { pattern: PROPERTY_NAME },
      additionalProperties: { $ref: '#/$defs/property' },
    },
    required: { type: 'array', maxItems: 100, uniqueItems: true, items: { type: 'string' } },
  },
};

type Form = Exclude<IntegrationConfiguration, { componentId: string }>;
const ajv = new Ajv({ strict: false, discriminator: true });
/** Compiled where the first definition comes: that takes time, and memory. */
const form = onFirstUse(() => ajv.compile<Form>(FORM));

/** Checks that the decorators of the body cannot express. @throws BadRequest naming the field. */
export function checkDefinition(body: PublishIntegrationBody): void {
  if (Buffer.byteLength(body.script) > MAX_SCRIPT_SIZE)
    throw new BadRequest('script: it is larger than 5 MB; bundle less of it.');
  requireUnique('blocks', body.blocks);
  requireUnique('contentSources', body.contentSources);
  checkConfigurations(body.configurations ?? {});
  checkSecrets(body.secrets ?? {});
}

/** Hosts of the addresses that become blocks. */
export function blockDomainsOf(blocks: readonly IntegrationBlock[]): string[] {
  const hosts = blocks.flatMap(({ urlUnfurl = [] }) =>
    urlUnfurl.flatMap((pattern) => /^(?:[a-z*]+:\/\/)?([^/:?#]+)/i.exec(pattern)?.[1] ?? []),
  );
  return [...new Set(hosts.map(bareHost))];
}

function requireUnique(field: string, items: readonly { id: string }[] = []): void {
  const twice = items.find(({ id }, at) => items.findIndex((other) => other.id === id) < at);
  if (twice) throw new BadRequest(`${field}: the id "${twice.id}" is there twice.`);
}

function checkConfigurations(configurations: object): void {
  for (const [at, configuration] of Object.entries(configurations) as [string, unknown][]) {
    if (!PLACES.includes(at)) continue;
    const field = `configurations.${at}`;
    if (isComponent(configuration)) continue;
    const isForm = form();
    if (!isForm(configuration)) throw new BadRequest(`${field}${sentenceOf(isForm.errors?.[0])}`);
    const { properties, required = [] } = configuration;
    const unknown = required.find((name) => !Object.hasOwn(properties, name));
    if (unknown !== undefined) throw new BadRequest(`${field}.required: there is no property "${unknown}".`);
    for (const [name, property] of Object.entries(properties))
      requireChoosable(`${field}.properties.${name}`, property);
  }
}

/** Settings begin with the default: one that cannot be chosen would have every installation refused. */
function requireChoosable(field: string, property: ConfigurationProperty): void {
  const { type, enum: choices, default: chosen } = property;
  if (type !== 'string' || choices === undefined || chosen === undefined) return;
  if (choices.includes(String(chosen))) return;
  throw new BadRequest(`${field}.default must be one of its enum; "${String(chosen).slice(0, 100)}" is not.`);
}

function isComponent(configuration: unknown): boolean {
  const { componentId } = (configuration ?? {}) as { componentId?: unknown };
  return typeof componentId === 'string' && componentId !== '' && componentId.length <= 100;
}

function sentenceOf(error: ErrorObject | undefined): string {
  if (!error) return ' are not of the right form.';
  return `${error.instancePath.replaceAll('/', '.')} ${error.message ?? 'is not of the right form'}.`;
}

function checkSecrets(secrets: Record<string, unknown>): void {
  const entries = Object.entries(secrets);
  if (entries.length > MAX_SECRETS) throw new BadRequest(`secrets: there can be ${MAX_SECRETS} at most.`);
  for (const [name, value] of entries) {
    if (!new RegExp(PROPERTY_NAME).test(name))
      throw new BadRequest('secrets: names are letters, digits, dots, hyphens and underscores, 64 at most.');
    if (typeof value !== 'string' || value.length > MAX_SECRET_LENGTH)
      throw new BadRequest(`secrets.${name} must be a text of at most ${MAX_SECRET_LENGTH} characters.`);
  }
}

/**
 * The policy in a form that is safe as a header: nothing in it begins another header or directive. Line breaks, which
 * manifests have for legibility, become spaces.
 * @throws BadRequest for an invalid policy.
 */
export function policyOf(policy: ContentSecurityPolicy | undefined): ContentSecurityPolicy | null {
  if (policy === undefined) return null;
  const isDirectives = typeof policy === 'object' && policy !== null && !Array.isArray(policy);
  if (typeof policy !== 'string' && !isDirectives)
    throw new BadRequest('contentSecurityPolicy must be a text, or an object of directives.');
  for (const [name, value] of isDirectives ? Object.entries(policy) : []) {
    if (!/^[a-z-]{1,40}$/.test(name))
      throw new BadRequest(`contentSecurityPolicy: "${name}" is no directive of a policy.`);
    if (typeof value !== 'string' || value.includes(';'))
      throw new BadRequest(`contentSecurityPolicy.${name} must be a text without semicolons.`);
  }
  const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const text = typeof policy === 'string' ? policy : Object.values(policy).join('');
  if (!/^[\x20-\x7e\s]*$/.test(text) || text.length > MAX_POLICY_LENGTH)
    throw new BadRequest(
      `contentSecurityPolicy: a policy is at most ${MAX_POLICY_LENGTH} characters of ASCII.`,
    );
  if (typeof policy === 'string') return inOneLine(policy);
  return Object.fromEntries(Object.entries(policy).map(([name, value]) => [name, inOneLine(value)]));
}
