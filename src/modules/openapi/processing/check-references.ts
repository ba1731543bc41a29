import { UnreadableSpecification } from './specification.js';

const DEEPEST = 200;

/**
 * Refuses what cannot be read to its end: references into other files, which are nowhere to be found by the time a page
 * is rendered, and nesting without measure.
 * @throws UnreadableSpecification naming the place.
 */
export function checkReferences(specification: object): void {
  walk(specification, []);
}

function walk(value: unknown, path: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  if (path.length > DEEPEST) {
    throw new UnreadableSpecification(
      `${place(path.slice(0, 5))} is nested more than ${DEEPEST} levels deep.`,
    );
  }
  for (const [name, member] of Object.entries(value)) {
    path.push(name);
    // An example may hold whatever it likes.
    if (name === '$ref' && typeof member === 'string' && isReferencePlace(path)) checkReference(member, path);
    else walk(member, path);
    path.pop();
  }
}

function isReferencePlace(path: readonly string[]): boolean {
  return !path.some((name, i) => name === 'example' || (name === 'examples' && path[i - 1] !== 'components'));
}

function checkReference(target: string, path: readonly string[]): void {
  if (target.startsWith('#')) return;
  throw new UnreadableSpecification(
    `${place(path)} refers to "${target.slice(0, 200)}" outside of the source; bundle everything into one file and send that.`,
  );
}

function place(path: readonly string[]): string {
  return path.join('.').slice(0, 300);
}
