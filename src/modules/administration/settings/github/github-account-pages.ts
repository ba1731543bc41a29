import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AppInstallations } from '#modules/git/index.js';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
  seeOther,
  textOf,
} from '#modules/member-pages/index.js';
import { requireOrganizationAdmin } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { settingsPath } from '../settings-frame.js';
import { gitHubAccountPage } from './github-account-page.js';

/** `/app/o/{organization}/settings/github`: administrators link accounts of GitHub, whose repositories spaces are connected with. */
@Injectable()
export class GitHubAccountPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly installations: AppInstallations,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings/github', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['linkGitHubAccount', 'unlinkGitHubAccount'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    requireOrganizationAdmin(actor, id);
    return answerForms(request, message, {
      here: settingsPath(this.config.basePath, id, 'github'),
      actions: {
        linked: { run: async () => undefined, done: 'The account is linked.' },
        unlink: {
          run: (form) =>
            this.installations.unlink(actor, id, textOf(form, 'host'), textOf(form, 'installation')),
          done: 'The account is not linked any more.',
        },
      },
      show: (state) => this.show(request, id, state),
    });
  }

  /** GitHub sends the browser here once an account installed the App. @throws BadRequest, Forbidden, NotFound */
  @AppRoute('/github/installed', { scopes: ['organization:write'] })
  async installed({ actor, query }: MemberRequest): Promise<SiteAnswer> {
    const { organizationId } = await this.installations.finish(actor, {
      code: query.get('code') ?? '',
      installationId: query.get('installation_id') ?? '',
      state: query.get('state') ?? '',
    });
    return seeOther(`${settingsPath(this.config.basePath, organizationId, 'github')}?done=linked`);
  }

  private async show(request: MemberRequest, organizationId: string, state: FormState): Promise<SiteAnswer> {
    const { items, hosts } = await this.installations.list(request.actor, organizationId);
    const links = await Promise.all(
      hosts.map(async (host) => ({
        host,
        href: await this.installations.begin(request.actor, organizationId, host),
      })),
    );
    const view = { organizationId, items, links, state };
    const shown = gitHubAccountPage(this.config.basePath, view);
    return this.shell.show(request, shown, state.status);
  }
}
