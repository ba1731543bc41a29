export { SpacesModule } from './spaces.module.js';
export { type CountedStatus, Spaces, verdictOn } from './spaces.service.js';
export { SpaceBranches } from './space-branches.js';
export { CreateSpace } from './create-space.js';
export { CreateSpaceBody, UpdateSpaceBody } from './space.dto.js';
export { MoveSpace } from './move-space.js';
export { TransferSpaces } from './transfer-spaces.js';
export { type ContentItem, OrganizationContents } from './organization-contents.js';
export { DuplicateSpace } from './duplicate-space.js';
export { UpdateSpace } from './update-space.js';
export { DeleteSpace } from './delete-space.js';
export { type DeletedSpace, DeletedSpaces, restorableUntil } from './deleted-spaces.js';
export { ArchiveContents } from './archive-contents.js';
export { PurgeSpace } from './purge-space.js';
export type { ContentCounts } from './contents.repository.js';
export { SharedAddresses } from './shared-addresses.js';
export { SpaceHooks } from './space-hooks.js';
export {
  SPACE_ACTIONS,
  SPACE_IS_ARCHIVED,
  type SpaceAction,
  spacePermissions,
  type SpacePermissions,
  spaceVerdict,
} from './space.policy.js';
export { ReferencePolicy, type ReferenceScope } from './reference-policy.js';
export { SpaceGitSyncResource, SpaceParams, SpaceResource } from './space.dto.js';
export { presentSpace } from './space.presenter.js';
export type { SpaceGitSync } from './space-git-sync.js';
export { isWritable } from './space.types.js';
export type { SpacePublication, RevisionPointer, SpaceRecord, SpaceView } from './space.types.js';
export { languageName } from './language-names.js';
export { type EditMode, type Language, LANGUAGES, type PublishedVisibility } from './space.values.js';
export type * from './space.events.js';
export { type MemberSpace, MemberSpaces } from './member-spaces.service.js';
