import type { OldBlocks } from '../editing/restore-block.js';
import { PostForm } from '../forms.js';
import type { DrawnGroup } from './page-diffs.js';

/** True if the version before of a block that differs can be put back. */
export function isRestorable({ old: key }: DrawnGroup, old: OldBlocks | null): boolean {
  return key !== undefined && old !== null && old.words.has(key);
}

/** The form that puts the version before of a block back; nothing for a block that has none. */
export function RestoreForm({
  group,
  page,
  revision,
  old,
}: {
  group: DrawnGroup;
  /** Id of the page. */
  page: string;
  /** The revision before; empty for the main content of a change request. */
  revision: string;
  old: OldBlocks | null;
}) {
  const words = group.old === undefined ? undefined : old?.words.get(group.old);
  if (words === undefined) return null;
  return (
    <PostForm class="review-restore">
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="block" value={group.old} />
      <button
        name="do"
        value="restore-block"
        class="button button-secondary button-small"
        aria-label={words === '' ? undefined : `Restore this block: ${words}`}
      >
        Restore this block
      </button>
    </PostForm>
  );
}
