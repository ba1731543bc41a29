import { Injectable } from '@nestjs/common';
import type { DefaultLevel, Resource, ResourceType } from '#modules/access/index.js';
import { Collections } from '#modules/collections/index.js';
import type { ShellPage } from '#modules/member-pages/index.js';
import { Sites } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { siteFrame } from '../sites/site-frame.js';
import { placePath } from './share-urls.js';

/** The place that the address of a share page names. */
export interface NamedPlace {
  type: ResourceType;
  id: string;
  /** The organization in the address of a site; the others are found without. */
  organizationId?: string;
}

/** A place whose doors the actor may open. */
export interface SharePlace {
  resource: Resource & { label: string };
  /** The role of the actor on it. */
  held: Role;
  /** The role of members who were not let in themselves; absent for sites, which have none. */
  level?: DefaultLevel;
  /** The collection around it. */
  parentId: string | null;
  frame: ShellPage;
}

/** Finds spaces, collections and sites for those who may let others in. */
@Injectable()
export class SharePlaces {
  constructor(
    private readonly config: Config,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly sites: Sites,
  ) {}

  /** @throws NotFound for what the actor does not see, Forbidden where they may not let anybody in. */
  async require(actor: Actor, { type, id, organizationId = '' }: NamedPlace): Promise<SharePlace> {
    switch (type) {
      case 'space':
        return this.ofSpace(actor, id);
      case 'collection':
        return this.ofCollection(actor, id);
      case 'site':
        return this.ofSite(actor, organizationId, id);
    }
  }

  private async ofSpace(actor: Actor, id: string): Promise<SharePlace> {
    const { space, role } = await this.spaces.requireSpace(actor, id, 'invite');
    const { organizationId, title: label, defaultLevel: level, parentId } = space;
    return {
      resource: { organizationId, type: 'space', id, label },
      held: known(role),
      level,
      parentId,
      frame: { title: 'Share', heading: `Share ${label}`, space, tab: 'share' },
    };
  }

  private async ofCollection(actor: Actor, id: string): Promise<SharePlace> {
    const { collection, role } = await this.collections.requireCollection(actor, id, 'invite');
    const { organizationId, title: label, defaultLevel: level, parentId } = collection;
    const href = placePath(this.config.basePath, { organizationId, type: 'collection', id });
    return {
      resource: { organizationId, type: 'collection', id, label },
      held: known(role),
      level,
      parentId,
      frame: {
        title: `Share ${label}`,
        organizationId,
        collectionId: id,
        breadcrumbs: [{ href, title: label }],
      },
    };
  }

  private async ofSite(actor: Actor, organizationId: string, id: string): Promise<SharePlace> {
    const row = await this.sites.requireSite(actor, organizationId, id, 'invite');
    const { title: label } = row.site;
    return {
      resource: { organizationId, type: 'site', id, label },
      held: known(row.role),
      parentId: null,
      frame: { ...siteFrame(this.config.basePath, row, 'share'), title: `Share ${label}` },
    };
  }
}

function known(role: Role | null): Role {
  if (role === null) throw new Error('A place without a role was let through.');
  return role;
}
