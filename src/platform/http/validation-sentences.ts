import type { ValidationError } from 'class-validator';
import { BadRequest } from './errors.js';

const MAX_SENTENCES = 10;

/** The refusal of an object, with a sentence for each of its wrong fields. */
export function refusalOf(errors: readonly ValidationError[], prefix = ''): BadRequest {
  const sentences = errors.flatMap((error) => sentencesOf(error, prefix + error.property));
  return new BadRequest(`${sentences.slice(0, MAX_SENTENCES).join('; ')}.`);
}

/** One sentence per wrong field below `path`, with the path to it: `changes[0].page must be a string`. */
export function sentencesOf(error: ValidationError, path: string): string[] {
  const own = Object.values(error.constraints ?? {}).map((text) => text.replace(error.property, () => path));
  const below = (error.children ?? []).flatMap((child) => {
    const isIndex = /^\d+$/.test(child.property);
    return sentencesOf(child, isIndex ? `${path}[${child.property}]` : `${path}.${child.property}`);
  });
  return [...own.slice(0, 1), ...below];
}
