import { Injectable } from '@nestjs/common';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { clusterList } from './cluster-list.js';
import { clusterPage } from './cluster-page.js';
import { ConversationViews } from './conversation-views.js';

/** `/app/o/{organization}/conversations`: what is asked again and again, and one cluster below it. */
@Injectable()
export class ConversationPages {
  private readonly base: string;

  constructor(
    config: Config,
    private readonly views: ConversationViews,
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** @throws NotFound, Forbidden for who may not read conversations. */
  async answer({ actor, segments, query }: MemberRequest): Promise<SiteAnswer> {
    requireScopes(actor, ['organization:read', 'conversations:read']);
    const [, organizationId = '', , cluster] = segments;
    if (cluster === undefined)
      return html(200, clusterList(this.base, await this.views.list(actor, organizationId, query)));
    requireScopes(actor, ['space:content:read']);
    const page = query.get('page') ?? undefined;
    return html(200, clusterPage(this.base, await this.views.one(actor, organizationId, cluster, page)));
  }
}
