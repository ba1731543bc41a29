import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SourceDependencies } from '#modules/content/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Spaces } from './spaces.service.js';

/** Lets computed pages depend on the content of spaces. */
@Injectable()
export class SpaceDependencies implements OnModuleInit {
  constructor(
    private readonly dependencies: SourceDependencies,
    private readonly spaces: Spaces,
  ) {}

  onModuleInit(): void {
    this.dependencies.register({
      kind: 'space',
      member: 'space',
      find: (actor, organizationId, ids) => this.find(actor, organizationId, ids),
    });
  }

  private async find(
    actor: Actor | null,
    organizationId: string,
    ids: string[],
  ): Promise<Map<string, object>> {
    const found = actor
      ? [...(await this.spaces.findVisible(actor, organizationId, ids)).values()].map(({ space }) => space)
      : [...(await this.spaces.findRecords(organizationId, ids)).values()];
    const live = found.filter(({ deletedAt }) => deletedAt === null);
    return new Map(live.map(({ id, revisionId }) => [id, { object: 'space', id, revision: revisionId }]));
  }
}
