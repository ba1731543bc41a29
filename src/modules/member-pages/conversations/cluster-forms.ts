import { Injectable } from '@nestjs/common';
import { OpenChangeRequest } from '#modules/change-requests/index.js';
import { Clusters } from '#modules/conversations/index.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { type FormAction, textOf } from '../form-actions.js';

const MAX_SUBJECT = 255;

/** Carries out the forms of a cluster, by the operations of the API. */
@Injectable()
export class ClusterForms {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clusters: Clusters,
    private readonly opening: OpenChangeRequest,
  ) {}

  /** The actions of the page about a cluster, each of which throws what its operation does. */
  actionsOf(actor: Actor, organizationId: string, clusterId: string): Record<string, FormAction> {
    return {
      create: {
        done: 'The change request is made.',
        run: (form) => this.create(actor, organizationId, clusterId, form),
      },
      link: {
        done: 'The change request is noted as made for these questions.',
        run: (form) => this.clusters.link(actor, organizationId, clusterId, chosen(form)),
      },
      unlink: {
        done: 'The change request is made for these questions no longer.',
        run: (form) => this.clusters.unlink(actor, organizationId, clusterId, chosen(form)),
      },
    };
  }

  /** Makes a draft and notes that it is for the cluster: both or neither. @returns the address of the draft */
  private create(
    actor: Actor,
    organizationId: string,
    clusterId: string,
    form: URLSearchParams,
  ): Promise<string> {
    const spaceId = textOf(form, 'space');
    if (spaceId === '') throw new BadRequest('Space: choose the one that is to have the answer.');
    const subject = textOf(form, 'subject').slice(0, MAX_SUBJECT);
    return this.db.transaction(async () => {
      const { changeRequest } = await this.opening.execute(actor, spaceId, { subject });
      await this.clusters.link(actor, organizationId, clusterId, changeRequest.id);
      return `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}/~/changes/${changeRequest.number}`;
    });
  }
}

/** @throws BadRequest for a form without a change request */
function chosen(form: URLSearchParams): string {
  const id = textOf(form, 'changeRequest');
  if (id === '') throw new BadRequest('Change request: choose one of the list.');
  return id;
}
