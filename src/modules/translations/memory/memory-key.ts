import { createHash } from 'node:crypto';
import type { Term } from '../providers/translation-provider.js';

/** What texts that are translated together have in common. */
interface MemoryScope {
  source: string;
  target: string;
  /** Name of who translates. */
  provider: string;
  instructions: string;
}

/** Key of a text and of the terms that stand in it, which is all that its translation depends on. */
type MemoryKey = (text: string, terms: readonly Term[]) => Buffer;

/**
 * Keys of texts in the memory. Terms that do not stand in a text are no part of its key: a change of the glossary has only those
 * translated again that it is about. Nor is the model: a better one is no reason to pay for everything once more.
 */
export function memoryKeys({ source, target, provider, instructions }: MemoryScope): MemoryKey {
  const scope = digest([source, target, provider, instructions.trim()]).toString('base64');
  return (text, terms) => digest([scope, text, ...terms.flatMap((term) => [term.source, term.target])]);
}

function digest(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
