import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { Organizations, requireMember, SetUp, UpdateOrganizationBody } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Sites } from '#modules/sites/index.js';
import { Templates } from '#modules/templates/index.js';
import { UpdateUserBody, Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { BeginContent } from './begin-content.js';
import { BeginForm } from './begin-form.js';
import { Published } from './published.js';
import { SetUpForm } from './set-up-form.js';

const SCOPES = ['organization:read', 'space:metadata:read', 'site:metadata:read'] as const;

/**
 * `/app/o/{organization}/welcome`: the first minutes. The first administrator of an installation says who they are; then, as in every
 * other organization, they choose the first content, and it is published.
 */
@Injectable()
export class WelcomePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly setUp: SetUp,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly templates: Templates,
    private readonly beginning: BeginContent,
    private readonly sites: Sites,
  ) {}

  /** @throws NotFound for strangers. */
  @AppRoute('/o/:organization/welcome', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['organization:write', 'user:write', 'space:metadata:write', 'site:metadata:write'],
    operations: ['createSpace', 'createSite', 'publishSite'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: id = '' } = params;
    requireMember(actor, id);
    return answerForms(request, message, {
      here: this.to(id, 'welcome'),
      actions: {
        'set-up': { run: (form) => this.answerSetUp(actor, id, form), done: 'That is you. Now the content.' },
        begin: { run: (form) => this.begin(actor, id, form), done: 'The site is published.' },
      },
      show: async (state) =>
        (await this.setUp.isOpenFor(actor.userId))
          ? this.showSetUp(request, id, state)
          : this.showBeginning(request, id, state),
    });
  }

  /** The site that was just published. @throws NotFound for what is not there or not visible. */
  @AppRoute('/o/:organization/welcome/:site', { scopes: SCOPES })
  async published(request: MemberRequest): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', site: siteId = '' } = params;
    const { site } = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const address = await this.sites.findAddress(actor, organizationId, siteId);
    if (address === null) throw new NotFound('site');
    return this.shell.page(
      request,
      { title: `${site.title} is published`, organizationId, bundles: ['forms'] },
      <Published
        address={address}
        root={this.to(organizationId)}
        site={site.id}
        space={request.query.get('space')}
        base={this.config.basePath}
      />,
    );
  }

  private async answerSetUp(actor: Actor, id: string, form: URLSearchParams): Promise<void> {
    const { title = '', hostname = '' } = await validBody(UpdateOrganizationBody, {
      title: textOf(form, 'title'),
      hostname: textOf(form, 'hostname').toLowerCase(),
    });
    const { displayName = '' } = await validBody(UpdateUserBody, {
      displayName: textOf(form, 'displayName'),
    });
    const password = form.get('password') || undefined;
    const email = textOf(form, 'email');
    await this.setUp.complete(actor, id, { title, hostname, displayName, email, password });
  }

  private async begin(actor: Actor, id: string, form: URLSearchParams): Promise<string> {
    const from = textOf(form, 'from');
    const begun = await this.beginning.run(actor, id, {
      from,
      title: textOf(form, 'title'),
      audience: textOf(form, 'audience'),
    });
    const space = encodeURIComponent(begun.spaceId);
    if (from === 'import') return `${this.config.basePath}/app/s/${space}/~/import`;
    if (from === 'git') return `${this.config.basePath}/app/s/${space}/~/git`;
    return `${this.to(id, 'welcome', begun.siteId)}?space=${space}`;
  }

  private async showSetUp(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { title, hostname } = await this.organizations.getOrganization(id);
    const { email, displayName } = await this.users.getUser(request.actor.userId);
    return this.shell.page(
      request,
      { title: 'Welcome to Bindery', organizationId: id, status: state.status },
      <SetUpForm
        action={this.to(id, 'welcome')}
        stored={{ title, hostname, email, displayName }}
        asksPassword={this.setUp.asksPassword}
        state={state}
      />,
    );
  }

  private showBeginning(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    return this.shell.page(
      request,
      { title: 'Begin with your content', organizationId: id, status: state.status },
      <BeginForm
        action={this.to(id, 'welcome')}
        home={this.to(id)}
        templates={this.templates.list()}
        state={state}
      />,
    );
  }

  private to(organization: string, ...segments: string[]): string {
    return [`${this.config.basePath}/app/o`, ...[organization, ...segments].map(encodeURIComponent)].join(
      '/',
    );
  }
}
