import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { Actor } from '#platform/http/actor.js';
import type { ProviderAccess } from '../providers/provider-access.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import type { GitPull } from './git-pulls.repository.js';

/** A pull request with a change request whose comments are to be in both places. */
export interface DiscussedPull {
  access: ProviderAccess;
  /** With whose rights comments of the host are posted here. */
  actor: Actor;
  connection: GitConnection;
  pull: GitPull;
}

/** The comments, a module above, exchange theirs with those of the host. */
@Injectable()
export class PullHooks {
  readonly discussed = new Hook<[DiscussedPull]>();
}
