import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { answerForms } from '../form-actions.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { ClusterForms } from './cluster-forms.js';
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
    private readonly forms: ClusterForms,
  ) {}

  /** @throws NotFound, Forbidden for who may not read conversations. */
  @AppRoute('/o/:organization/conversations', { scopes: ['organization:read', 'conversations:read'] })
  async list(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const view = await this.views.list(actor, params['organization'] ?? '', query);
    return this.shell.show(request, clusterList(this.config.basePath, view));
  }

  /** @throws NotFound, Forbidden for who may not read conversations, and for forms of those who may not edit the space. */
  @AppRoute('/o/:organization/conversations/:cluster', {
    forms: true,
    scopes: ['organization:read', 'conversations:read', 'space:content:read'],
    formScopes: ['space:content:write'],
    operations: [
      'createChangeRequest',
      'linkChangeRequestToConversationsCluster',
      'unlinkChangeRequestFromConversationsCluster',
    ],
  })
  one(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization = '', cluster = '' } = params;
    const base = this.config.basePath;
    const list = `${base}/app/o/${encodeURIComponent(organization)}/conversations`;
    return answerForms(request, message, {
      here: `${list}/${encodeURIComponent(cluster)}`,
      actions: this.forms.actionsOf(actor, organization, cluster),
      show: async (state) => {
        const view = await this.views.one(actor, organization, cluster, query.get('page') ?? undefined);
        return this.shell.show(request, clusterPage(base, { ...view, state }), state.status);
      },
    });
  }
}
