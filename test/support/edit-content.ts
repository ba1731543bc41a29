import { type ContentEdit, ContentStore } from '#modules/content/index.js';
import { SpaceBranches, Spaces } from '#modules/spaces/index.js';
import type { TestApp } from './test-app.js';

/**
 * Commits edits for which the API has no operation to the main content of a space; does nothing when they change
 * nothing.
 */
export async function editContent(
  { app, db, clock }: TestApp,
  place: { organizationId: string; spaceId: string },
  edits: readonly ContentEdit[],
): Promise<void> {
  const { organizationId, spaceId } = place;
  await db.transaction(async () => {
    const space = await app.get(Spaces).lock(organizationId, spaceId);
    const { snapshot } = await app
      .get(ContentStore)
      .applyEdits(organizationId, space.snapshot, [...edits], { now: clock.now() });
    if (snapshot === space.snapshot) return;
    await app.get(SpaceBranches).of(space).commit(null, { type: 'edits', snapshot });
  });
}
