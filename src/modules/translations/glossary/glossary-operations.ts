import { BadRequest } from '#platform/http/errors.js';
import type { Terms, UpdateGlossaryBody } from './glossary.dto.js';
import type { GlossaryEntryEntity } from './glossary-entry.entity.js';

/** Every run looks for all of them. */
export const MAX_ENTRIES = 5000;

export type GlossaryEntry = Readonly<GlossaryEntryEntity>;

/** Resulting change of one entry. */
export interface GlossaryChange {
  id: string;
  /** Absent for a new one, and `after` for one that is gone. */
  before?: GlossaryEntry;
  after?: GlossaryEntry;
}

/**
 * Does one operation after the other.
 * @param entries those of the operations that exist.
 * @param make a new entry with these terms, for the operation at this index.
 * @throws BadRequest with the index of the operation that cannot be done.
 */
export function changesOf(
  entries: readonly GlossaryEntry[],
  operations: UpdateGlossaryBody['operations'],
  now: Date,
  make: (translations: Terms, index: number) => GlossaryEntry,
): GlossaryChange[] {
  const before = new Map(entries.map((entry) => [entry.id, entry]));
  const after = new Map(before);
  operations.forEach((operation, index) => {
    if (operation.type === 'delete') {
      after.delete(operation.id);
      return;
    }
    const { translations } = operation;
    const entry = operation.type === 'insert' ? make(translations, index) : after.get(operation.id);
    if (!entry)
      throw new BadRequest(
        `operations[${index}].id: there is no glossary entry with this id; leave it out, or insert one.`,
      );
    if (!isSame(entry.translations, translations))
      after.set(entry.id, { ...entry, translations, updatedAt: now });
    else after.set(entry.id, entry);
  });
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id) => {
    const change = { id, before: before.get(id), after: after.get(id) };
    return change.before === change.after ? [] : [change];
  });
}

function isSame(one: Terms, other: Terms): boolean {
  const languages = Object.keys(one);
  return (
    languages.length === Object.keys(other).length &&
    languages.every((language) => one[language] === other[language])
  );
}
