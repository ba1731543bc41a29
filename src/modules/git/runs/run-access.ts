import { Injectable } from '@nestjs/common';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { ImportFailed } from '../git.errors.js';
import type { ImportRun } from './import-runs.repository.js';

/** Decides who may have a run: when it is asked for, and again when it is about to write. */
@Injectable()
export class RunAccess {
  constructor(
    private readonly spaces: Spaces,
    private readonly tokens: UserTokens,
  ) {}

  /** @throws NotFound, Forbidden. */
  async require(actor: Actor, spaceId: string, kind: ImportRun['kind']): Promise<SpaceView> {
    if (kind !== 'upload') return this.spaces.require(actor, spaceId, 'syncGit');
    const view = await this.spaces.require(actor, spaceId, 'view');
    return view.permissions.triggerGitSync ? view : this.spaces.require(actor, spaceId, 'editLive');
  }

  /** Whether they who asked for the run still may have it. @throws ImportFailed, and as `require`. */
  async requireStill({ actorId, spaceId, kind }: ImportRun): Promise<void> {
    const actor = await this.tokens.findActor(actorId);
    if (!actor) throw new ImportFailed('Who started this run is no user any more.');
    await this.require(actor, spaceId, kind);
  }
}
