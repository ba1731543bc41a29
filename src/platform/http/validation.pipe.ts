import { type ArgumentMetadata, Injectable, ValidationPipe, type ValidationError } from '@nestjs/common';
import { BadRequest } from './errors.js';

/** Whatever walks a body goes as deep as it does, and has only so much of a stack. Documents need a fraction of it. */
const MAX_DEPTH = 500;

/**
 * Turns plain input into DTOs and refuses what does not fit. Unknown members are dropped, not refused: clients of newer
 * contract versions send more than we know.
 */
@Injectable()
export class DtoPipe extends ValidationPipe {
  constructor() {
    super({
      whitelist: true,
      transform: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => toBadRequest(errors),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isOptionalBody = metadata.type === 'body' && value === undefined;
    if (metadata.type === 'body' && Array.isArray(value) && metadata.metatype !== Array) {
      throw new BadRequest('The body must be a JSON object, not an array.');
    }
    if (metadata.type === 'body' && isDeeper(value, MAX_DEPTH))
      throw new BadRequest(`The body is nested deeper than ${MAX_DEPTH} levels.`);
    try {
      return (await super.transform(isOptionalBody ? {} : value, metadata)) as unknown;
    } catch (error) {
      // The transformer looks into the items of a list before a rule has said that they must be objects.
      if (error instanceof TypeError) throw new BadRequest(noObjectSentence(value));
      throw error;
    }
  }
}

function noObjectSentence(body: unknown): string {
  const path = placeOfNoObject(body, '');
  return path === undefined
    ? 'The body holds null, or a list, where an object is expected.'
    : `${path} must be an object, not null or a list.`;
}

/** The first item of a list that is null or a list itself. */
function placeOfNoObject(value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const own = isList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (isList && (member === null || Array.isArray(member))) return own;
    const found = placeOfNoObject(member, own);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** One sentence per wrong field, with the path to it: `changes[0].page must be a string`. */
function toBadRequest(errors: ValidationError[]): BadRequest {
  const sentences = errors.flatMap((error) => describe(error, ''));
  return new BadRequest(sentences.slice(0, 10).join('; ') + '.');
}

function describe(error: ValidationError, parent: string): string[] {
  const isIndex = /^\d+$/.test(error.property);
  const path =
    parent === '' ? error.property : isIndex ? `${parent}[${error.property}]` : `${parent}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => message.replace(error.property, path));
  return [...own.slice(0, 1), ...(error.children ?? []).flatMap((child) => describe(child, path))];
}
