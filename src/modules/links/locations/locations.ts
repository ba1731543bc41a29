import type { CollectionResource } from '#modules/collections/index.js';
import type { OrganizationResource } from '#modules/organizations/index.js';
import type { FileResource, PageResource, ReusableContentResource } from '#modules/space-content/index.js';
import type { SpaceResource } from '#modules/spaces/index.js';
import type { UserResource } from '#modules/users/index.js';
import type { LinkPlace, LinkTarget } from '../link.types.js';
import type { ContentLocation, VersionContext } from './content-location.js';

/** Parts of one version of a space's content. */
export interface LoadedVersion {
  versionContext: VersionContext;
  pages: ReadonlyMap<string, PageResource>;
  files: ReadonlyMap<string, FileResource>;
  reusableContents: ReadonlyMap<string, ReusableContentResource>;
}

/** The objects in places and targets that the caller may see, all by id, `versions` by space. */
export interface LoadedObjects {
  organization: OrganizationResource;
  spaces: ReadonlyMap<string, SpaceResource>;
  collections: ReadonlyMap<string, CollectionResource>;
  users: ReadonlyMap<string, UserResource>;
  specifications: ReadonlyMap<string, object>;
  versions: ReadonlyMap<string, LoadedVersion>;
}

/** Turns places and targets into locations, from what was loaded. What is not there has none. */
export class Locations {
  constructor(private readonly loaded: LoadedObjects) {}

  /** The location of a link; undefined when it was deleted. */
  place({ spaceId, kind, id, node }: LinkPlace): ContentLocation | undefined {
    const internal = node === null ? {} : { internalLocation: { type: 'node' as const, node } };
    return kind === 'page' ? this.page(spaceId, id, internal) : this.reusableContent(spaceId, id);
  }

  /**
   * The location of a target; undefined for targets that do not exist or are not visible, and for kinds without
   * locations.
   */
  target({ kind, space, target, anchor }: LinkTarget): ContentLocation | undefined {
    const { organization } = this.loaded;
    switch (kind) {
      case 'url':
        return { kind, url: target };
      case 'page':
        return this.page(
          space,
          target,
          anchor === '' ? {} : { internalLocation: { type: 'anchor' as const, anchor } },
        );
      case 'file': {
        const file = this.loaded.versions.get(space)?.files.get(target);
        return file && { kind, ...this.inVersion(space), file };
      }
      case 'reusable-content':
        return this.reusableContent(space, target);
      case 'space': {
        const found = this.loaded.spaces.get(target);
        return found && { kind, organization, space: found };
      }
      case 'collection': {
        const collection = this.loaded.collections.get(target);
        return collection && { kind, organization, collection };
      }
      case 'user': {
        const user = this.loaded.users.get(target);
        return user && { kind, user };
      }
      case 'openapi': {
        const openAPISpec = this.loaded.specifications.get(target);
        return openAPISpec && { kind, organization, openAPISpec };
      }
      case 'tag':
        return undefined;
    }
  }

  private page(
    spaceId: string,
    id: string,
    internal: Pick<Extract<ContentLocation, { kind: 'page' }>, 'internalLocation'>,
  ): ContentLocation | undefined {
    const page = this.loaded.versions.get(spaceId)?.pages.get(id);
    return page && { kind: 'page', ...this.inVersion(spaceId), page, ...internal };
  }

  private reusableContent(spaceId: string, id: string): ContentLocation | undefined {
    const reusableContent = this.loaded.versions.get(spaceId)?.reusableContents.get(id);
    return reusableContent && { kind: 'reusable-content', ...this.inVersion(spaceId), reusableContent };
  }

  private inVersion(spaceId: string) {
    const { organization, spaces, versions } = this.loaded;
    return {
      organization,
      space: spaces.get(spaceId) as SpaceResource,
      versionContext: (versions.get(spaceId) as LoadedVersion).versionContext,
    };
  }
}
