import { Body, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Urls } from '#platform/http/urls.js';
import {
  listResponse,
  project,
  type QueryParams,
  readListQuery,
  readProjection,
} from '../protocol/list-query.js';
import { readPatch } from '../protocol/patch-operations.js';
import type { JsonObject } from '../protocol/read-value.js';
import { ScimController } from '../protocol/scim-controller.js';
import { CurrentScimToken } from '../protocol/scim.guard.js';
import type { ScimToken } from '../tokens/scim-tokens.repository.js';
import { readScimUser, readUserPatch } from './scim-user-input.js';
import { presentScimUser, scimUserAddress } from './scim-user.presenter.js';
import { ScimUsers } from './scim-users.service.js';

/** `/scim/v2/Users`: members of the organization. */
@ScimController('Users')
export class ScimUsersController {
  constructor(
    private readonly users: ScimUsers,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Public()
  async list(@CurrentScimToken() token: ScimToken, @Query() query: object): Promise<object> {
    const params = query as QueryParams;
    const asked = readListQuery(params);
    const projection = readProjection(params);
    const { rows, total } = await this.users.list(token, asked);
    const resources = rows.map((row) => project(presentScimUser(row, this.urls), projection));
    return listResponse(resources, total, asked.startIndex);
  }

  @Get(':id')
  @Public()
  async get(
    @CurrentScimToken() token: ScimToken,
    @Param('id') id: string,
    @Query() query: object,
  ): Promise<object> {
    const shown = presentScimUser(await this.users.get(token, id), this.urls);
    return project(shown, readProjection(query as QueryParams));
  }

  @Post()
  @Public()
  async create(
    @CurrentScimToken() token: ScimToken,
    @Body() body: object,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    const row = await this.users.create(token, readScimUser(body as JsonObject));
    response.location(scimUserAddress(row.userId, this.urls));
    return presentScimUser(row, this.urls);
  }

  /** Attributes that the body does not name stay, apart from `externalId`: a user cannot be without the rest. */
  @Put(':id')
  @Public()
  async replace(
    @CurrentScimToken() token: ScimToken,
    @Param('id') id: string,
    @Body() body: object,
  ): Promise<object> {
    return presentScimUser(await this.users.update(token, id, readScimUser(body as JsonObject)), this.urls);
  }

  @Patch(':id')
  @Public()
  @BodyLimit(1)
  async patch(
    @CurrentScimToken() token: ScimToken,
    @Param('id') id: string,
    @Body() body: object,
  ): Promise<object> {
    const input = readUserPatch(readPatch(body as JsonObject));
    return presentScimUser(await this.users.update(token, id, input), this.urls);
  }

  @Delete(':id')
  @Public()
  @HttpCode(204)
  async remove(@CurrentScimToken() token: ScimToken, @Param('id') id: string): Promise<void> {
    await this.users.remove(token, id);
  }
}
