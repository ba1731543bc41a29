import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  HostChoices,
  type RepositoryCheck,
  type SiteConnection,
  SiteConnections,
} from '#modules/git/index.js';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type SiteRow, Sites } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { ConnectionSettings } from '../git/connection-settings-page.js';
import { checkRepository, connectionActions, settingsActions } from '../git/git-forms.js';
import { gitUrls } from '../git/git-urls.js';
import type { ConnectedPlace } from '../git/git-view.types.js';
import { SetUp } from '../git/set-up-page.js';
import { siteFrame, sitePath } from '../sites/site-frame.js';
import { SiteConnectionView, type SiteGitUrls, type SyncedSpace } from './site-connection-view.js';
import { isRunning, SiteRunView } from './site-run-view.js';

const SCOPES = ['site:metadata:read', 'space:git:sync'] as const;
const MOST_RUNS = 20;
/** The page of a run that is not over is loaded again after so many seconds. */
const AGAIN_SECONDS = 2;

/** `/app/o/{organization}/sites/{site}/git`: the repository that a site and its spaces stay the same as. */
@Injectable()
export class SiteGitPages {
  constructor(
    private readonly config: Config,
    private readonly urls: Urls,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly spaces: Spaces,
    private readonly users: Users,
    private readonly connections: SiteConnections,
    private readonly choices: HostChoices,
  ) {}

  /** @throws NotFound for a site that the member does not see, Forbidden without the right to change it. */
  @AppRoute('/o/:organization/sites/:site/git', {
    forms: true,
    scopes: SCOPES,
    operations: [
      'checkSiteGitRepository',
      'connectSiteGitRepository',
      'syncSiteGitConnection',
      'updateSiteGitConnection',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const row = await this.requireSite(request);
    const place = this.placeOf(request.actor, row);
    return answerForms(request, message, {
      here: this.urlsOf(row).root,
      actions: {
        ...connectionActions(place),
        disconnect: {
          done: 'The site is disconnected. It, its spaces and the repository keep what they have.',
          run: async () => undefined,
        },
        check: {
          done: '',
          run: async (form) => this.show(request, { typed: form }, await checkRepository(place, form)),
        },
      },
      show: (state) => this.show(request, state),
    });
  }

  /** @throws as `answer`. */
  @AppRoute('/o/:organization/sites/:site/git/settings', {
    forms: true,
    scopes: SCOPES,
    operations: ['updateSiteGitConnection', 'disconnectSiteGitRepository'],
  })
  async settings(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const row = await this.requireSite(request);
    const urls = this.urlsOf(row);
    return answerForms(request, message, {
      here: urls.settings,
      actions: settingsActions(this.placeOf(request.actor, row), urls),
      show: async (state) => {
        const connection = await this.connections.find(keyOf(row));
        if (!connection) return this.show(request, state);
        const secret = await this.connections.webhookSecretOf(connection);
        const webhook = { url: this.urls.api('git', 'webhooks', connection.id), secret };
        const view = { word: 'site', urls, changesUrl: null, connection, state, webhook } as const;
        const frame = siteFrame(this.config.basePath, row, 'git', {
          ...{ heading: 'Settings of the connection', bundles: ['forms'], status: state.status },
        });
        return this.shell.page(request, frame, <ConnectionSettings view={view} />);
      },
    });
  }

  /** A run with its report. @throws as `answer`. */
  @AppRoute('/o/:organization/sites/:site/git/runs/:run', { scopes: SCOPES })
  async run(request: MemberRequest): Promise<SiteAnswer> {
    const row = await this.requireSite(request);
    const run = await this.connections.getRun(request.actor, keyOf(row), request.params['run'] ?? '');
    const frame = siteFrame(this.config.basePath, row, 'git', {
      heading: 'A sync of the site with Git',
      ...(isRunning(run) ? { refreshSeconds: AGAIN_SECONDS } : {}),
    });
    return this.shell.page(request, frame, <SiteRunView run={run} root={this.urlsOf(row).root} />);
  }

  /** The connection, or the way to make one. The site is read anew: a form may have been long ago. */
  private async show(
    request: MemberRequest,
    state: FormState,
    check: RepositoryCheck | null = null,
  ): Promise<SiteAnswer> {
    const row = await this.requireSite(request);
    const urls = this.urlsOf(row);
    const connection = await this.connections.find(keyOf(row));
    const base = this.config.basePath;
    if (!connection) {
      const address = request.query.get('url') ?? '';
      const repositories = await this.choices.ofAccounts(keyOf(row).organizationId);
      const there = { word: 'site', root: urls.root, importUrl: null, address } as const;
      const view = { ...there, repositories, check, state };
      const frame = siteFrame(base, row, 'git', { bundles: ['forms'], status: state.status });
      return this.shell.page(request, frame, <SetUp view={view} />);
    }
    const runs = await this.connections.listRuns(request.actor, keyOf(row), MOST_RUNS);
    const users = await this.users.findUsersByIds([connection.createdBy]);
    const connectedBy = users.get(connection.createdBy)?.displayName ?? null;
    const frame = siteFrame(base, row, 'git', {
      ...{ bundles: ['forms'], status: state.status },
      ...(runs[0] && isRunning(runs[0]) ? { refreshSeconds: AGAIN_SECONDS } : {}),
    });
    const spaces = await this.spacesOf(request.actor, connection);
    const view = { urls, connection, state, runs, spaces, connectedBy };
    return this.shell.page(request, frame, <SiteConnectionView view={view} />);
  }

  /** The synced spaces; names of those that the member does not see are left out. */
  private async spacesOf(actor: Actor, connection: SiteConnection): Promise<SyncedSpace[]> {
    const children = await this.connections.childrenOf(connection);
    const ids = children.map(({ spaceId }) => spaceId);
    const seen = await this.spaces.findVisible(actor, connection.organizationId, ids);
    return children.map((child) => {
      const found = seen.get(child.spaceId);
      const href = found?.permissions.triggerGitSync
        ? gitUrls(this.config.basePath, child.spaceId).root
        : null;
      return { connection: child, title: found?.space.title ?? null, href };
    });
  }

  private requireSite({ actor, params }: MemberRequest): Promise<SiteRow> {
    return this.sites.requireSite(actor, params['organization'] ?? '', params['site'] ?? '', 'manage');
  }

  private urlsOf({ site }: SiteRow): SiteGitUrls {
    const root = sitePath(this.config.basePath, site, 'git');
    return { root, settings: `${root}/settings`, run: (id) => `${root}/runs/${encodeURIComponent(id)}` };
  }

  private placeOf(actor: Actor, row: SiteRow): ConnectedPlace {
    const key = keyOf(row);
    return {
      word: 'site',
      check: (body) => this.connections.check(actor, key, body),
      connect: (body) => this.connections.connect(actor, key, body),
      sync: () => this.connections.sync(actor, key),
      update: (body) => this.connections.update(actor, key, body),
      disconnect: () => this.connections.disconnect(actor, key),
    };
  }
}

function keyOf({ site: { organizationId, id } }: SiteRow): { organizationId: string; siteId: string } {
  return { organizationId, siteId: id };
}
