import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { UpdateUserBody, UserParams, UserResource } from './user.dto.js';
import { presentUser } from './user.presenter.js';
import { Users } from './users.service.js';

@ApiTags('users')
@Controller('v1')
export class UsersController {
  constructor(
    private readonly users: Users,
    private readonly urls: Urls,
  ) {}

  @Get('user')
  @Authenticated('user:read')
  @Operation('getAuthenticatedUser', 'The user behind the token')
  @Ok(UserResource)
  async getAuthenticatedUser(@CurrentActor() actor: Actor): Promise<UserResource> {
    return presentUser(await this.users.getUser(actor.userId), this.urls);
  }

  @Get('users/:userId')
  @Authenticated('user:read', { siteReaders: true })
  @Operation('getUserById', 'A user: yourself, or somebody of an organization of yours')
  @Ok(UserResource)
  async getUserById(@CurrentActor() actor: Actor, @Param() params: UserParams): Promise<UserResource> {
    const user = await this.users.getVisibleUser(actor, params.userId);
    return presentUser(user, this.urls, { isForReader: actor.kind === 'site' });
  }

  @Patch('users/:userId')
  @Authenticated('user:write')
  @Operation('updateUserById', 'Change your own profile')
  @Ok(UserResource)
  async updateUserById(
    @CurrentActor() actor: Actor,
    @Param() params: UserParams,
    @Body() body: UpdateUserBody,
  ): Promise<UserResource> {
    const changes = {
      ...(body.displayName === undefined ? {} : { displayName: body.displayName }),
      ...(body.photoURL === undefined ? {} : { photoUrl: body.photoURL }),
    };
    return presentUser(await this.users.updateProfile(actor, params.userId, changes), this.urls);
  }
}
