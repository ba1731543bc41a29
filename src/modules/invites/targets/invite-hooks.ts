import { Injectable } from '@nestjs/common';
import type { Actor, Role } from '#platform/http/actor.js';
import { Hook } from '#platform/hook.js';

/** The hooks by which invitations reach sites, which are of a module above. */
@Injectable()
export class InviteHooks {
  /** The title of a site to which the actor may invite, and their role there. @throws NotFound, Forbidden */
  readonly requireSite = new Hook<
    [actor: Actor, organizationId: string, siteId: string],
    { title: string; held: Role | null }
  >();
  /** The titles of sites of the organization by id; unknown ones are missing. */
  readonly siteTitles = new Hook<[organizationId: string, siteIds: string[]], Map<string, string>>();
}
