import { needs, type Verdict } from '#modules/access/index.js';
import type { Role } from '#platform/http/actor.js';

/** What can be done with a translation, and the role it takes on its source. */
const NEEDED = {
  view: 'read',
  /** Run, change and delete it, as it makes and writes a space that is like its source. */
  edit: 'create',
} as const satisfies Record<string, Role>;

export type TranslationAction = keyof typeof NEEDED;

/** Whether somebody with this role on the source may do this to its translations. */
export function translationVerdict(role: Role | null, action: TranslationAction): Verdict {
  return needs(role, NEEDED[action], 'source space');
}
