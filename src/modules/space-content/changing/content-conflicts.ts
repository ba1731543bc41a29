import type { ContentConflict } from '#modules/content/index.js';
import { Conflict } from '#platform/http/errors.js';

/** More would make the answer as long as the content. */
const MAX_TOLD = 50;

/** Somebody else changed the same content meanwhile. The answer has both versions of each place. */
export class ContentConflicts extends Conflict {
  override readonly details: object;

  /** @param revision the newest revision of the branch, which has the values called `main`. */
  constructor(conflicts: readonly ContentConflict[], revision: string) {
    super(describe(conflicts));
    this.details = {
      revision,
      conflicts: conflicts.slice(0, MAX_TOLD).map(present),
      ...(conflicts.length > MAX_TOLD ? { more: conflicts.length - MAX_TOLD } : {}),
    };
  }
}

function present({
  kind,
  page,
  block,
  file,
  reusableContent,
  field,
  base,
  main,
  mine,
}: ContentConflict): object {
  return { kind, page, block, file, reusableContent, field, base, main, mine };
}

function describe(conflicts: readonly ContentConflict[]): string {
  const places = conflicts.slice(0, 5).map((conflict) => {
    const thing = conflict.page ? `page ${conflict.page}` : conflict.kind;
    const part = conflict.block ? `block ${conflict.block}` : conflict.field;
    return part ? `${thing} (${part})` : thing;
  });
  return `Somebody else changed the same content meanwhile: ${places.join(', ')}. Read it again and send the changes once more.`;
}
