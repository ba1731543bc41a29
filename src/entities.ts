import { InstallationSettingEntity } from '#platform/database/installation-setting.entity.js';
import { MemberEntity } from '#modules/organizations/member.entity.js';
import { OrganizationEntity } from '#modules/organizations/organization.entity.js';
import { TeamEntity } from '#modules/teams/team.entity.js';
import { TeamMemberEntity } from '#modules/teams/team-member.entity.js';
import { UserEntity } from '#modules/users/user.entity.js';
import { UserTokenEntity } from '#modules/users/user-token.entity.js';
import { TeamGrantEntity } from '#modules/access/team-grant.entity.js';
import { UserGrantEntity } from '#modules/access/user-grant.entity.js';
import { CollectionEntity } from '#modules/collections/collection.entity.js';
import { SpaceEntity } from '#modules/spaces/space.entity.js';
import { ChangeRequest } from '#modules/change-requests/change-request.entity.js';
import { ChangeRequestContributor } from '#modules/change-requests/change-request-contributor.entity.js';
import { ChangeRequestConflict } from '#modules/change-requests/merge/change-request-conflict.entity.js';
import { ChangeRequestReview } from '#modules/change-requests/reviews/change-request-review.entity.js';
import { RequestedReviewer } from '#modules/change-requests/reviews/requested-reviewer.entity.js';
import { GitStateEntity } from '#modules/git/git-state.entity.js';
import { ImportRunEntity } from '#modules/git/runs/import-run.entity.js';
import { BlobEntity } from '#modules/storage/blob.entity.js';
import { Site } from '#modules/sites/site.entity.js';
import { SiteSpace } from '#modules/sites/site-space.entity.js';
import { ContentObjectEntity } from '#modules/content/objects/content-object.entity.js';
import { ContentDocumentEntity } from '#modules/content/derived/content-document.entity.js';
import { ContentRevisionEntity } from '#modules/content/revisions/content-revision.entity.js';
import { ContentProjectionEntity } from '#modules/content/projection/content-projection.entity.js';
import { ContentPageEntity } from '#modules/content/projection/content-page.entity.js';

/** Every TypeORM entity, for the data source. */
export const entities: (new () => object)[] = [
  InstallationSettingEntity,
  UserEntity,
  UserTokenEntity,
  OrganizationEntity,
  MemberEntity,
  TeamEntity,
  TeamMemberEntity,
  BlobEntity,
  ContentObjectEntity,
  ContentDocumentEntity,
  ContentRevisionEntity,
  ContentProjectionEntity,
  ContentPageEntity,
  UserGrantEntity,
  TeamGrantEntity,
  CollectionEntity,
  SpaceEntity,
  ChangeRequest,
  ChangeRequestContributor,
  ChangeRequestConflict,
  ChangeRequestReview,
  RequestedReviewer,
  GitStateEntity,
  ImportRunEntity,
  Site,
  SiteSpace,
];
