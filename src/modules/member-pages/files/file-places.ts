import { Injectable } from '@nestjs/common';
import { type ComparedContext, LinkContexts } from '#modules/links/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';

/** The content whose files are shown: that of a space, or of a change request. */
export interface FilePlace {
  space: SpaceRecord;
  /** Number of the change request, as the address has it. */
  number?: string;
  from: ComparedContext;
  urls: FileUrls;
  mayEdit: boolean;
  /** True where the first change opens a change request. */
  opensChangeRequest: boolean;
}

/** Addresses of the files of a content. */
export interface FileUrls {
  /** The content itself. */
  root: string;
  files: string;
  reusableContents: string;
  tags: string;
  /** Address of the editor of reusable contents, before an id. */
  editReusable: string;
}

/** Finds the content whose files somebody looks at. */
@Injectable()
export class FilePlaces {
  constructor(
    private readonly config: Config,
    private readonly spaces: Spaces,
    private readonly contexts: LinkContexts,
  ) {}

  /** @throws NotFound for what is not there or not visible to the actor. */
  async find(actor: Actor, spaceId: string, number: string | undefined): Promise<FilePlace> {
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const from = await this.contexts.of(actor, { spaceId, changeRequestId: number });
    const status = from.changeRequest?.changeRequest.status ?? 'open';
    return {
      space,
      ...(number === undefined ? {} : { number }),
      from,
      urls: this.urls(spaceId, number ?? null),
      mayEdit: permissions.edit && (status === 'open' || status === 'draft'),
      opensChangeRequest: number === undefined && space.editMode === 'locked',
    };
  }

  /** @param number that of a change request; null for the content of the space. */
  urls(spaceId: string, number: string | null): FileUrls {
    const space = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
    const root = number === null ? space : `${space}/~/changes/${encodeURIComponent(number)}`;
    return {
      root,
      files: `${root}/~/files`,
      reusableContents: `${root}/~/reusable-contents`,
      tags: `${root}/~/tags`,
      editReusable: `${root}/~/edit/~/reusable/`,
    };
  }
}
