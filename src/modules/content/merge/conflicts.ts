import type { Json } from '../content.types.js';
import { digest } from '../objects/canonical-json.js';
import type { ConflictChoice, ConflictKind, ConflictResolutions, ContentConflict } from './merge.types.js';

/** Where a conflict is. */
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
export class Conflicts {
  private readonly all = new Map<string, ContentConflict>();
  private readonly unresolved = new Set<string>();

  constructor(private readonly resolutions: ConflictResolutions = new Map()) {}

  /** Every conflict that was met. */
  get met(): ContentConflict[] {
    return [...this.all.values()];
  }

  get open(): ContentConflict[] {
    return this.met.filter((conflict) => this.unresolved.has(conflict.id));
  }

  /**
   * Notes a conflict and answers the choice made for it. A choice counts only for the values it was made for; without
   * one the answer is mine, which is what a change request goes on showing.
   */
  decide(place: ConflictPlace, values: ConflictValues, choices: ConflictChoice[]): ConflictChoice {
    const conflict: ContentConflict = {
      id: digest(place),
      fingerprint: digest([values.base ?? null, values.main ?? null, values.mine ?? null]),
      ...place,
      base: (values.base ?? null) as Json,
      main: (values.main ?? null) as Json,
      mine: (values.mine ?? null) as Json,
      choices,
    };
    const resolution = this.resolutions.get(conflict.id);
    const isResolved =
      resolution?.fingerprint === conflict.fingerprint && choices.includes(resolution.choice);
    this.all.set(conflict.id, conflict);
    if (!isResolved) this.unresolved.add(conflict.id);
    return isResolved ? resolution.choice : 'mine';
  }
}

/** For things that can stand beside each other, or of which one side is gone. */
export const ALL_CHOICES: ConflictChoice[] = ['main', 'mine', 'both'];
/** For values of which there can be only one. */
export const ONE_SIDE: ConflictChoice[] = ['main', 'mine'];
