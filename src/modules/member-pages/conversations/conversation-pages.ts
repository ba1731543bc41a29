import { Injectable } from '@nestjs/common';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { clusterList } from './cluster-list.js';
import { clusterPage } from './cluster-page.js';
import { ConversationViews } from './conversation-views.js';

/** `/app/o/{organization}/conversations`: what is asked again and again, and one cluster below it. */
@Injectable()
export class ConversationPages {
  constructor(
    private readonly config: Config,
    private readonly views: ConversationViews,
  ) {}

  /** @throws NotFound, Forbidden for who may not read conversations. */
  @AppRoute('/o/:organization/conversations{/:cluster}', {
    scopes: ['organization:read', 'conversations:read'],
  })
  async answer({ actor, params, query }: MemberRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '', cluster } = params;
    if (cluster === undefined)
      return html(
        200,
        clusterList(this.config.basePath, await this.views.list(actor, organizationId, query)),
      );
    requireScopes(actor, ['space:content:read']);
    const page = query.get('page') ?? undefined;
    return html(
      200,
      clusterPage(this.config.basePath, await this.views.one(actor, organizationId, cluster, page)),
    );
  }
}
