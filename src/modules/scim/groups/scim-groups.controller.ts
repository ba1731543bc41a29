import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Urls } from '#platform/http/urls.js';
import {
  isAskedFor,
  listResponse,
  project,
  type QueryParams,
  readListQuery,
  readProjection,
} from '../protocol/list-query.js';
import { readPatch } from '../protocol/patch-operations.js';
import type { JsonObject } from '../protocol/read-value.js';
import { ScimController } from '../protocol/scim-controller.js';
import { SCIM } from '../protocol/scim-names.js';
import { CurrentScimToken } from '../protocol/scim.guard.js';
import type { ScimToken } from '../tokens/scim-tokens.repository.js';
import { scimUserAddress } from '../users/scim-user.presenter.js';
import { readGroupPatch, readScimGroup } from './scim-group-input.js';
import { type ScimGroup, ScimGroups } from './scim-groups.service.js';

/** Megabytes: some ten thousand members. */
const GROUP_LIMIT = 4;

/** `/scim/v2/Groups`: teams of the organization. */
@ScimController('Groups')
export class ScimGroupsController {
  constructor(
    private readonly groups: ScimGroups,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Public()
  async list(@CurrentScimToken() token: ScimToken, @Query() query: object): Promise<object> {
    const params = query as QueryParams;
    const asked = readListQuery(params);
    const projection = readProjection(params);
    const { groups, total } = await this.groups.list(token, asked, isAskedFor(projection, 'members'));
    const resources = groups.map((group) => project(this.present(group), projection));
    return listResponse(resources, total, asked.startIndex);
  }

  @Get(':id')
  @Public()
  async get(
    @CurrentScimToken() token: ScimToken,
    @Param('id') id: string,
    @Query() query: object,
  ): Promise<object> {
    const projection = readProjection(query as QueryParams);
    const group = await this.groups.get(token, id, isAskedFor(projection, 'members'));
    return project(this.present(group), projection);
  }

  @Post()
  @Public()
  @BodyLimit(GROUP_LIMIT)
  async create(
    @CurrentScimToken() token: ScimToken,
    @Body() body: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const made = await this.groups.create(token, readScimGroup(body as JsonObject));
    response.location(this.address(made.group.id));
    return this.present(made);
  }

  /** Attributes that the body does not name stay, apart from `externalId`. */
  @Put(':id')
  @Public()
  @BodyLimit(GROUP_LIMIT)
  async replace(
    @CurrentScimToken() token: ScimToken,
    @Param('id') id: string,
    @Body() body: object,
  ): Promise<object> {
    await this.groups.update(token, id, readScimGroup(body as JsonObject));
    return this.present(await this.groups.get(token, id));
  }

  /** Answers nothing: thousands of members need not be sent back for one that was added. */
  @Patch(':id')
  @Public()
  @HttpCode(204)
  @BodyLimit(GROUP_LIMIT)
  async patch(
    @CurrentScimToken() token: ScimToken,
    @Param('id') id: string,
    @Body() body: object,
  ): Promise<void> {
    await this.groups.update(token, id, readGroupPatch(readPatch(body as JsonObject)));
  }

  @Delete(':id')
  @Public()
  @HttpCode(204)
  async remove(@CurrentScimToken() token: ScimToken, @Param('id') id: string): Promise<void> {
    await this.groups.remove(token, id);
  }

  private present({ group: { id, title, externalId, createdAt }, members }: ScimGroup): object {
    return {
      schemas: [SCIM.group],
      id,
      ...(externalId === null ? {} : { externalId }),
      displayName: title,
      ...(members === undefined
        ? {}
        : {
            members: members.map(({ userId, displayName }) => ({
              value: userId,
              display: displayName,
              type: 'User',
              $ref: scimUserAddress(userId, this.urls),
            })),
          }),
      meta: { resourceType: 'Group', created: createdAt.toISOString(), location: this.address(id) },
    };
  }

  private address(id: string): string {
    return this.urls.at('scim', 'v2', 'Groups', id);
  }
}
