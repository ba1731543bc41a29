import { BadRequest } from '#platform/http/errors.js';
import type {
  ConfigurationProperty,
  ContentSecurityPolicy,
  IntegrationBlock,
  IntegrationConfiguration,
  IntegrationConfigurations,
} from './integration.types.js';
import type { ConfigurationBody, ConfigurationsBody } from './configuration.dto.js';
import { bareHost } from './integrations.repository.js';
import type { PublishIntegrationBody } from './publish.dto.js';

const MAX_SCRIPT_SIZE = 5 * 1024 * 1024;
const MAX_POLICY_LENGTH = 8192;

/** Checks that the decorators of the body cannot express. @throws BadRequest naming the field. */
export function checkDefinition(body: PublishIntegrationBody): void {
  if (Buffer.byteLength(body.script) > MAX_SCRIPT_SIZE)
    throw new BadRequest('script: it is larger than 5 MB; bundle less of it.');
  requireUnique('blocks', body.blocks);
  requireUnique('contentSources', body.contentSources);
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

/** The settings that installations are asked for. @throws BadRequest naming what cannot be asked for. */
export function configurationsOf(given: ConfigurationsBody = {}): IntegrationConfigurations {
  const configurations: IntegrationConfigurations = {};
  for (const place of ['account', 'space', 'site'] as const) {
    const configuration = given[place];
    if (configuration) configurations[place] = configurationOf(configuration, `configurations.${place}`);
  }
  return configurations;
}

function configurationOf(given: ConfigurationBody, field: string): IntegrationConfiguration {
  const { componentId, properties, required } = given;
  if (componentId !== undefined) return { componentId };
  if (!properties)
    throw new BadRequest(`${field} must hold the properties of a form, or the componentId of a component.`);
  const unknown = required?.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) throw new BadRequest(`${field}.required: there is no property "${unknown}".`);
  for (const [name, property] of Object.entries(properties))
    requireChoosable(`${field}.properties.${name}`, property);
  return { properties, ...(required && { required }) };
}

/** Settings begin with the default: one that cannot be chosen would have every installation refused. */
function requireChoosable(field: string, property: ConfigurationProperty): void {
  const { type, enum: choices, default: chosen } = property;
  if (type !== 'string' || choices === undefined || chosen === undefined) return;
  if (choices.includes(String(chosen))) return;
  throw new BadRequest(`${field}.default must be one of its enum; "${String(chosen).slice(0, 100)}" is not.`);
}

/**
 * The policy in a form that is safe as a header: nothing in it begins another header or directive. Line breaks, which
 * manifests have for legibility, become spaces.
 * @throws BadRequest for a policy that is too long.
 */
export function policyOf(policy: ContentSecurityPolicy | undefined): ContentSecurityPolicy | null {
  if (policy === undefined) return null;
  const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
  const text = typeof policy === 'string' ? policy : Object.values(policy).join('');
  if (text.length > MAX_POLICY_LENGTH)
    throw new BadRequest(`contentSecurityPolicy: a policy is at most ${MAX_POLICY_LENGTH} characters.`);
  if (typeof policy === 'string') return inOneLine(policy);
  return Object.fromEntries(Object.entries(policy).map(([name, value]) => [name, inOneLine(value)]));
}
