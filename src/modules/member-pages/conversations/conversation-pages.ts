import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { type MemberRequest, requireScopes } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { clusterList } from './cluster-list.js';
import { clusterPage } from './cluster-page.js';
import { ConversationViews } from './conversation-views.js';

/** `/app/o/{organization}/conversations`: what is asked again and again, and one cluster below it. */
@Injectable()
export class ConversationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly views: ConversationViews,
  ) {}

  /** @throws NotFound, Forbidden for who may not read conversations. */
  @AppRoute('/o/:organization/conversations{/:cluster}', {
    scopes: ['organization:read', 'conversations:read'],
  })
  async answer(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '', cluster } = params;
    if (cluster === undefined)
      return this.shell.show(
        request,
        clusterList(this.config.basePath, await this.views.list(actor, organizationId, query)),
      );
    requireScopes(actor, ['space:content:read']);
    const page = query.get('page') ?? undefined;
    return this.shell.show(
      request,
      clusterPage(this.config.basePath, await this.views.one(actor, organizationId, cluster, page)),
    );
  }
}
