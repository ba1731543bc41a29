import { Injectable } from '@nestjs/common';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { RunLost } from '#platform/runs/heartbeat.js';
import { ImportFailed } from '../git.errors.js';
import { type GitRun, GitRunsRepository } from './git-runs.repository.js';

/** Decides who may have a run: when it is asked for, and again when it is about to write. */
@Injectable()
export class RunAccess {
  constructor(
    private readonly spaces: Spaces,
    private readonly tokens: UserTokens,
    private readonly runs: GitRunsRepository,
  ) {}

  /** @throws NotFound, Forbidden. */
  async requireSpace(actor: Actor, spaceId: string, kind: GitRun['kind']): Promise<SpaceView> {
    if (kind !== 'upload') return this.spaces.requireSpace(actor, spaceId, 'syncGit');
    const view = await this.spaces.requireSpace(actor, spaceId, 'view');
    return view.permissions.triggerGitSync ? view : this.spaces.requireSpace(actor, spaceId, 'editLive');
  }

  /**
   * Tells whether this process still has the run, and its starter still has the right to it.
   * @throws RunLost, ImportFailed, and as `require`.
   */
  async requireClaim(run: GitRun): Promise<void> {
    if (!(await this.runs.isHeld(run))) throw new RunLost();
    const { actorId, spaceId, kind } = run;
    const actor = await this.tokens.findActor(actorId);
    if (!actor) throw new ImportFailed('The user who started this run was deleted.');
    await this.requireSpace(actor, spaceId, kind);
  }
}
