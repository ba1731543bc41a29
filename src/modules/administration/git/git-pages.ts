import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import {
  type GitConnection,
  GitConnections,
  GitSync,
  HostChoices,
  type RepositoryCheck,
} from '#modules/git/index.js';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
  reviewUrls,
  type ShownPage,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { connectionPage } from './connection-page.js';
import { connectionSettingsPage } from './connection-settings-page.js';
import { checkRepository, connectionActions, settingsActions } from './git-forms.js';
import { gitUrls } from './git-urls.js';
import type { ConnectedPlace, ConnectionStateView } from './git-view.types.js';
import { runPage } from './run-page.js';
import { setUpPage } from './set-up-page.js';

const SCOPES = ['space:content:read', 'space:git:sync'] as const;
const MOST_RUNS = 20;

/** `/app/s/{space}/~/git`: the repository that a space stays the same as. */
@Injectable()
export class GitPages {
  constructor(
    private readonly config: Config,
    private readonly urls: Urls,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly users: Users,
    private readonly changeRequests: ChangeRequests,
    private readonly git: GitSync,
    private readonly connections: GitConnections,
    private readonly choices: HostChoices,
  ) {}

  /** @throws NotFound for a space that the member does not see, Forbidden without the right to sync it. */
  @AppRoute('/s/:space/~/git', {
    forms: true,
    scopes: SCOPES,
    operations: ['checkGitRepository', 'connectGitRepository', 'syncGitConnection', 'updateGitConnection'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    const space = await this.requireSpace(request);
    const place = this.placeOf(actor, space.id);
    return answerForms(request, message, {
      here: gitUrls(this.config.basePath, space.id).root,
      actions: {
        ...connectionActions(place),
        disconnect: {
          done: 'The repository is disconnected. Both sides keep what they have.',
          run: async () => undefined,
        },
        check: {
          done: '',
          run: async (form) =>
            this.show(request, space.id, { typed: form }, await checkRepository(place, form)),
        },
      },
      show: (state) => this.show(request, space.id, state),
    });
  }

  /** @throws as `answer`. */
  @AppRoute('/s/:space/~/git/settings', {
    forms: true,
    scopes: SCOPES,
    operations: ['updateGitConnection', 'disconnectGitRepository'],
  })
  async settings(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    const space = await this.requireSpace(request);
    const urls = gitUrls(this.config.basePath, space.id);
    return answerForms(request, message, {
      here: urls.settings,
      actions: settingsActions(this.placeOf(actor, space.id), urls),
      show: async (state) => {
        const connection = await this.connections.find(space);
        // The connections of the spaces of a site are changed at the site.
        if (!connection || connection.siteConnectionId !== null) return this.show(request, space.id, state);
        const secret = await this.connections.webhookSecretOf(connection);
        const webhook = { url: this.urls.api('git', 'webhooks', connection.id), secret };
        const changesUrl = `${urls.space}/~/changes`;
        const view = { word: 'space', urls, changesUrl, connection, state, webhook } as const;
        const page = connectionSettingsPage(space, view);
        return this.shell.show(request, page, state.status);
      },
    });
  }

  /** A run with its report. @throws NotFound also for a run of another kind. */
  @AppRoute('/s/:space/~/git/runs/:run', { scopes: SCOPES })
  async run(request: MemberRequest): Promise<SiteAnswer> {
    const space = await this.requireSpace(request);
    const run = await this.git.getRun(request.actor, space.id, request.params['run'] ?? '');
    if (run.kind !== 'git-sync') throw new NotFound('run');
    return this.shell.show(request, runPage({ space, urls: gitUrls(this.config.basePath, space.id), run }));
  }

  /** The connection, or the way to make one. The space is read anew: a form may have been long ago. */
  private async show(
    request: MemberRequest,
    spaceId: string,
    state: FormState,
    check: RepositoryCheck | null = null,
  ): Promise<SiteAnswer> {
    const { space } = await this.spaces.requireSpace(request.actor, spaceId, 'viewGit');
    const connection = await this.connections.find(space);
    const page = connection
      ? connectionPage(await this.stateView(request.actor, space, connection, state))
      : await this.setUp(request, space, state, check);
    return this.shell.show(request, page, state.status);
  }

  private async setUp(
    request: MemberRequest,
    space: SpaceRecord,
    state: FormState,
    check: RepositoryCheck | null,
  ): Promise<ShownPage> {
    const urls = gitUrls(this.config.basePath, space.id);
    const importUrl = `${urls.space}/~/import#import-repository`;
    const address = request.query.get('url') ?? '';
    const repositories = await this.choices.ofAccounts(space.organizationId);
    const view = { word: 'space', root: urls.root, importUrl, address, repositories, check, state } as const;
    return setUpPage(space, view);
  }

  private async stateView(
    actor: Actor,
    space: SpaceRecord,
    connection: GitConnection,
    state: FormState,
  ): Promise<ConnectionStateView> {
    const { createdBy, parked } = connection;
    const users = await this.users.findUsersByIds([createdBy]);
    const urls = gitUrls(this.config.basePath, space.id);
    const runs = await this.git.listRuns(actor, space.id, MOST_RUNS, ['git-sync']);
    const connectedBy = users.get(createdBy)?.displayName ?? null;
    const request = parked && (await this.requestOf(space, parked.changeRequestId));
    return { space, urls, connection, state, runs, request, connectedBy };
  }

  private async requestOf(
    { organizationId, id }: SpaceRecord,
    changeRequestId: string,
  ): Promise<ConnectionStateView['request']> {
    const rows = await this.changeRequests.findByIds(organizationId, [changeRequestId]);
    const request = rows.get(changeRequestId)?.changeRequest;
    if (request?.status !== 'open' && request?.status !== 'draft') return null;
    const { number } = request;
    return { number, href: reviewUrls(this.config.basePath, id, number).overview };
  }

  private placeOf(actor: Actor, spaceId: string): ConnectedPlace {
    return {
      word: 'space',
      check: (body) => this.connections.check(actor, spaceId, body),
      connect: (body) => this.connections.connect(actor, spaceId, body),
      sync: () => this.connections.sync(actor, spaceId),
      update: (body) => this.connections.update(actor, spaceId, body),
      disconnect: () => this.connections.disconnect(actor, spaceId),
    };
  }

  private async requireSpace({ actor, params }: MemberRequest): Promise<SpaceRecord> {
    return (await this.spaces.requireSpace(actor, params['space'] ?? '', 'viewGit')).space;
  }
}
