import type { ChangeRequestResource } from '#modules/change-requests/index.js';
import type { CollectionResource } from '#modules/collections/index.js';
import type { OrganizationResource } from '#modules/organizations/index.js';
import type {
  FileResource,
  PageResource,
  ReusableContentResource,
  RevisionResource,
} from '#modules/space-content/index.js';
import type { SpaceResource } from '#modules/spaces/index.js';
import type { UserResource } from '#modules/users/index.js';

/** Which version of a content a place is in. */
export type VersionContext =
  | { type: 'revision'; revision: RevisionResource }
  | { type: 'changeRequest'; changeRequest: ChangeRequestResource };

interface InSpace {
  organization: OrganizationResource;
  space: SpaceResource;
}

interface InVersion extends InSpace {
  versionContext: VersionContext;
}

/** A place with everything it is in: the wire form, which names whole objects. */
export type ContentLocation =
  | { kind: 'url'; url: string }
  | { kind: 'user'; user: UserResource }
  | { kind: 'collection'; organization: OrganizationResource; collection: CollectionResource }
  | ({ kind: 'space' } & InSpace)
  | ({ kind: 'file'; file: FileResource } & InVersion)
  | ({ kind: 'reusable-content'; reusableContent: ReusableContentResource } & InVersion)
  | ({ kind: 'page'; page: PageResource; internalLocation?: InternalLocation } & InVersion)
  | { kind: 'openapi'; organization: OrganizationResource; openAPISpec: object };

export type InternalLocation = { type: 'anchor'; anchor: string } | { type: 'node'; node: string };
