import { Ajv, type ErrorObject } from 'ajv';
import { BadRequest } from '#platform/http/errors.js';
import type { ConfigurationProperty, IntegrationConfiguration } from '../catalog/integration.types.js';
import type { InstallationStatus } from './installation.entity.js';

const LARGEST = 64 * 1024;
const ajv = new Ajv({ useDefaults: true, allErrors: true, strict: false, verbose: true });

export interface CheckedConfiguration {
  /** With the defaults. */
  configuration: Record<string, unknown>;
  /** Required settings without a value. */
  missing: string[];
}

/**
 * Settings of an installation held against what the integration asks for. Where a component of the integration draws the
 * form, or nothing is asked for, any object is one. Settings that are not asked for are kept: integrations note things there.
 * @param isLenient for settings that are stored: those that are not as asked for by now count as missing.
 * @throws BadRequest naming the setting that is wrong. One that is missing is not wrong: the installation waits for it.
 */
export function checkConfiguration(
  requestedSettings: IntegrationConfiguration | undefined,
  given: Record<string, unknown>,
  { isLenient = false } = {},
): CheckedConfiguration {
  const text = JSON.stringify(given);
  if (Buffer.byteLength(text) > LARGEST)
    throw new BadRequest(`configuration: at most ${LARGEST / 1024} KB can be kept.`);
  const configuration = JSON.parse(text) as Record<string, unknown>;
  if (!requestedSettings || 'componentId' in requestedSettings) return { configuration, missing: [] };
  const schema = schemaOf(requestedSettings.properties);
  const validate = ajv.compile(schema);
  // Otherwise it would be kept for ever.
  ajv.removeSchema(schema);
  validate(configuration);
  const wrong = validate.errors ?? [];
  if (wrong.length > 0 && !isLenient) throw new BadRequest(sentenceOf(wrong[0]));
  const missing = (requestedSettings.required ?? []).filter((name) => !isSet(configuration[name]));
  return { configuration, missing: [...missing, ...wrong.map(({ instancePath }) => instancePath)] };
}

/** Status of an installation with these settings; a paused one stays paused until somebody resumes it. */
export function statusWith(missing: readonly string[], isPaused: boolean): InstallationStatus {
  if (isPaused) return 'paused';
  return missing.length === 0 ? 'active' : 'pending';
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== '';
}

function schemaOf(properties: Record<string, ConfigurationProperty>): object {
  const entries = Object.entries(properties).map(([name, property]) => [name, schemaOfProperty(property)]);
  return { type: 'object', properties: Object.fromEntries(entries) as object };
}

function schemaOfProperty({ type, enum: values, default: fallback }: ConfigurationProperty): object {
  // The integration decides on the value that pressing a button leaves.
  if (type === 'button') return {};
  return {
    type,
    // Of other types it is nothing that the contract knows, and may be anything.
    ...(type === 'string' && values ? { enum: values } : {}),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

function sentenceOf(error: ErrorObject | undefined): string {
  if (!error) return 'configuration: it is not as the integration asks for.';
  const at = `configuration${error.instancePath.replaceAll('/', '.')}`;
  if (error.keyword !== 'enum') return `${at} ${error.message ?? 'is not as the integration asks for'}.`;
  const { allowedValues } = error.params as { allowedValues: string[] };
  return `${at} must be one of ${allowedValues.join(', ')}.`;
}
