import { Injectable } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import {
  ChangeRequestContent,
  ChangeRequestResource,
  ChangeRequests,
  presentChangeRequest,
} from '#modules/change-requests/index.js';
import { CollectionResource, Collections, presentCollection } from '#modules/collections/index.js';
import { type ContentAddress, type ContentPart, readContentAddress } from '#modules/links/index.js';
import { type ContentContext, ContentContexts, ContentReads } from '#modules/space-content/index.js';
import { presentSpace, SpaceResource, Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { TextField } from '#platform/http/fields.js';
import { Urls } from '#platform/http/urls.js';

export class ContentByAddressQuery {
  @TextField({
    min: 1,
    max: 2048,
    description: 'Address of a page for members, or of a resource of the API.',
  })
  url: string;
}

export class ContentByAddressResource {
  @ApiPropertyOptional({ type: CollectionResource })
  collection?: CollectionResource;

  @ApiPropertyOptional({ type: SpaceResource })
  space?: SpaceResource;

  @ApiPropertyOptional({ type: ChangeRequestResource })
  changeRequest?: ChangeRequestResource;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'Page or group.' })
  page?: object;
}

/** Finds what an address of this installation means, as far as the actor may see it. */
@Injectable()
export class ContentByAddress {
  constructor(
    private readonly urls: Urls,
    private readonly collections: Collections,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly changeRequestContent: ChangeRequestContent,
    private readonly contexts: ContentContexts,
    private readonly reads: ContentReads,
  ) {}

  /** @throws NotFound for an address of nothing, or of what the actor may not see. */
  async find(actor: Actor, url: string): Promise<ContentByAddressResource> {
    const address = readContentAddress(url, this.urls.base);
    if (!address) throw new NotFound('content');
    if (address.kind === 'collection') {
      const view = await this.collections.requireCollection(actor, address.id, 'view');
      return { collection: presentCollection(view, this.urls) };
    }
    if (address.kind !== 'space') throw new NotFound('content');
    const space = presentSpace(await this.spaces.requireSpace(actor, address.id, 'view'), this.urls);
    const page = address.part && (await this.page(await this.context(actor, address), address.part));
    if (address.changeRequest === undefined) return { space, ...(page ? { page } : {}) };
    const found = await this.changeRequests.requireChangeRequest(actor, address.id, address.changeRequest);
    const changeRequest = presentChangeRequest(found, this.urls);
    return { space, changeRequest, ...(page ? { page } : {}) };
  }

  private context(
    actor: Actor,
    { id, changeRequest }: ContentAddress & { kind: 'space' },
  ): Promise<ContentContext> {
    if (changeRequest === undefined) return this.contexts.current(actor, id);
    return this.changeRequestContent.context(actor, id, changeRequest);
  }

  private page(context: ContentContext, part: ContentPart): Promise<object> {
    if (part.kind === 'file') throw new NotFound('page');
    return part.kind === 'path'
      ? this.reads.path(context, part.path, {})
      : this.reads.page(context, part.id, {});
  }
}
