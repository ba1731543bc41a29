import type { ValidationError } from 'class-validator';

/** One sentence per wrong field below `path`, with the path to it: `changes[0].page must be a string`. */
export function sentencesOf(error: ValidationError, path: string): string[] {
  const own = Object.values(error.constraints ?? {}).map((text) => text.replace(error.property, () => path));
  const below = (error.children ?? []).flatMap((child) => {
    const isIndex = /^\d+$/.test(child.property);
    return sentencesOf(child, isIndex ? `${path}[${child.property}]` : `${path}.${child.property}`);
  });
  return [...own.slice(0, 1), ...below];
}
