import { upgrade, validate } from '@scalar/openapi-parser';
import type { SpecProblem } from '../openapi-spec.entity.js';
import { checkReferences } from './check-references.js';
import { parseYaml } from './parse-yaml.js';
import { type Specification, UnreadableSpecification } from './specification.js';

/** Complaints to keep: one mistake repeated in every operation is told often enough. */
const MOST_PROBLEMS = 20;
const LONGEST_MESSAGE = 500;

export interface ReadSpecification {
  specification: Specification;
  /** What does not follow the standard, but can be shown all the same. */
  problems: SpecProblem[];
}

/**
 * Reads JSON or YAML of OpenAPI 2.0, 3.0 or 3.1 as 3.1. Schemas stay references to `components`, so circular ones are as
 * good as others. What only breaks the standard is told and kept: a reader is better served by most of a reference than
 * by none.
 * @throws UnreadableSpecification
 */
export async function readSpecification(source: string): Promise<ReadSpecification> {
  const given = await parse(source);
  checkVersion(given);
  checkReferences(given);
  const problems = await problemsOf(given);
  const specification = upgraded(given);
  const paths = specification['paths'];
  if (paths !== undefined && !isObject(paths)) throw new UnreadableSpecification('paths must be an object.');
  return { specification, problems };
}

async function parse(source: string): Promise<Record<string, unknown>> {
  const text = source.replace(/^\uFEFF/, '').trim();
  const value = await (text.startsWith('{') ? parseJson(text) : parseYaml(text));
  if (!isObject(value)) {
    throw new UnreadableSpecification(
      'The source is neither a JSON nor a YAML object, so it is no specification.',
    );
  }
  return value;
}

/** Also YAML may begin with a brace. */
async function parseJson(text: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    try {
      return await parseYaml(text);
    } catch {
      throw new UnreadableSpecification(`The source is not valid JSON: ${messageOf(error)}`);
    }
  }
}

function checkVersion(given: Record<string, unknown>): void {
  const version = given['openapi'] ?? given['swagger'];
  if (typeof version !== 'string' && typeof version !== 'number') {
    throw new UnreadableSpecification('The source says neither openapi nor swagger with a version number.');
  }
  if (!/^(?:2|2\.0|3\.[01](?:\.\d+)?(?:-.*)?)$/.test(String(version))) {
    throw new UnreadableSpecification(`Version ${version} is not supported; versions 2.0, 3.0 and 3.1 are.`);
  }
  // YAML reads `swagger: 2.0` as a number.
  if (given['swagger'] !== undefined) given['swagger'] = '2.0';
  const info = given['info'];
  if (!isObject(info) || typeof info['title'] !== 'string' || info['title'].trim() === '') {
    throw new UnreadableSpecification('info.title is missing: a specification needs a title.');
  }
}

async function problemsOf(given: Record<string, unknown>): Promise<SpecProblem[]> {
  try {
    const { errors } = await validate(structuredClone(given));
    return (errors ?? []).slice(0, MOST_PROBLEMS).map(({ message, code }) => ({
      message: message.slice(0, LONGEST_MESSAGE),
      ...(code === undefined ? {} : { code }),
    }));
  } catch {
    // The validator may stumble over what it was to complain about.
    return [{ message: 'The specification could not be checked against the standard.' }];
  }
}

function upgraded(given: Record<string, unknown>): Specification {
  try {
    return upgrade(given).specification as unknown as Specification;
  } catch (error) {
    throw new UnreadableSpecification(`The specification could not be read: ${messageOf(error)}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split('\n', 1)[0] ?? '').slice(0, LONGEST_MESSAGE);
}
