import { valueWeight } from '#platform/event-loop/value-weight.js';
import type { Json } from '../content.types.js';
import { digest } from '../objects/digest.js';
import type { ConflictChoice, ConflictKind, ConflictResolutions, ContentConflict } from './merge.types.js';

/** Characters of a shown value; a longer value is replaced by its hash. */
const MAX_SHOWN_CHARACTERS = 100_000;

/** The place of a conflict. */
export interface ConflictPlace {
  kind: ConflictKind;
  page?: string;
  file?: string;
  reusableContent?: string;
  field?: string;
  block?: string;
}

export interface ConflictValues {
  base: unknown;
  main: unknown;
  mine: unknown;
}

/** Collects the conflicts of a merge and answers how each was resolved. */
export class MergeConflicts {
  private readonly all = new Map<string, ContentConflict>();
  private readonly unresolved = new Set<string>();

  constructor(private readonly resolutions: ConflictResolutions | 'main' = new Map()) {}

  /** All conflicts of the merge. */
  get met(): ContentConflict[] {
    return [...this.all.values()];
  }

  get open(): ContentConflict[] {
    return this.met.filter((conflict) => this.unresolved.has(conflict.id));
  }

  /**
   * Notes a conflict and answers the choice made for it. A choice counts only for the values for which it was made;
   * without a choice the answer is `mine`, so that the change request goes on showing its own value.
   */
  decide(place: ConflictPlace, values: ConflictValues, choices: ConflictChoice[]): ConflictChoice {
    const conflict: ContentConflict = {
      id: digest(place),
      fingerprint: digest([values.base ?? null, values.main ?? null, values.mine ?? null]),
      ...place,
      base: shown(values.base),
      main: shown(values.main),
      mine: shown(values.mine),
      choices,
    };
    this.all.set(conflict.id, conflict);
    if (this.resolutions === 'main') return 'main';
    const resolution = this.resolutions.get(conflict.id);
    const isResolved =
      resolution?.fingerprint === conflict.fingerprint && choices.includes(resolution.choice);
    if (!isResolved) this.unresolved.add(conflict.id);
    return isResolved ? resolution.choice : 'mine';
  }
}

/** Three values of a long block would be longer than the page. */
function shown(value: unknown): Json {
  const isLong = valueWeight(value, MAX_SHOWN_CHARACTERS) >= MAX_SHOWN_CHARACTERS;
  return isLong ? digest(value, 64) : ((value ?? null) as Json);
}

/** The choices for values that can stand side by side, or of which one side is deleted. */
export const ALL_CHOICES: ConflictChoice[] = ['main', 'mine', 'both'];
/** The choices for values that exclude each other. */
export const ONE_SIDE: ConflictChoice[] = ['main', 'mine'];
