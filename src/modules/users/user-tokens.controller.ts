import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import {
  CreatedUserTokenResource,
  CreateUserTokenBody,
  UserTokenParams,
  UserTokenResource,
} from './user-token.dto.js';
import { presentCreatedUserToken, presentUserToken } from './user-token.presenter.js';
import { UserTokens } from './user-tokens.service.js';

/** Bindery's own operations: the published contract has no way to make a token. */
@ApiTags('users')
@Controller('v1/user/tokens')
export class UserTokensController {
  constructor(private readonly tokens: UserTokens) {}

  @Get()
  @Authenticated('user:read')
  @Operation('listUserTokens', 'Your personal tokens, newest first')
  @ApiPage(UserTokenResource)
  async listUserTokens(
    @CurrentActor() actor: Actor,
    @Query() query: PageQuery,
  ): Promise<Page<UserTokenResource>> {
    return mapPage(await this.tokens.listOwn(actor, query), presentUserToken);
  }

  @Post()
  @Authenticated('user:write')
  @Operation('createUserToken', 'Make a personal token; it is shown only once')
  @Created(CreatedUserTokenResource)
  async createUserToken(
    @CurrentActor() actor: Actor,
    @Body() body: CreateUserTokenBody,
  ): Promise<CreatedUserTokenResource> {
    const { label, scopes, expiresAt } = body;
    const ends = expiresAt === undefined ? undefined : new Date(expiresAt);
    const { token, record } = await this.tokens.createOwn(actor, { label, scopes, expiresAt: ends });
    return presentCreatedUserToken(record, token);
  }

  @Delete(':tokenId')
  @Authenticated('user:write')
  @Operation('deleteUserToken', 'Revoke one of your tokens')
  @NoContent('It is gone, also when it never was.')
  async deleteUserToken(@CurrentActor() actor: Actor, @Param() params: UserTokenParams): Promise<void> {
    await this.tokens.deleteOwn(actor, params.tokenId);
  }
}
