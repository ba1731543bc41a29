import { createHash } from 'node:crypto';
import type { Term } from '../providers/translation-provider.js';

/** Common facts of texts that are translated together. */
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
 * Keys of texts in the memory. Only terms that occur in a text are part of its key, so a change of the glossary
 * retranslates only the texts that it concerns. The model is not part of it: a better one does not justify paying for
 * everything again.
 */
export function memoryKeys({ source, target, provider, instructions }: MemoryScope): MemoryKey {
  const scope = digest([source, target, provider, instructions.trim()]).toString('base64');
  return (text, terms) => digest([scope, text, ...terms.flatMap((term) => [term.source, term.target])]);
}

function digest(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
