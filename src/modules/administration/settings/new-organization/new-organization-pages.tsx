import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  Choice,
  Field,
  type FormState,
  LongField,
  type MemberRequest,
  MemberShell,
  Outcome,
  PostForm,
  Submit,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import {
  CreateOrganizationBody,
  createOrganizationVerdict,
  Organizations,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { requireAllowed } from '#platform/http/verdict.js';

/** `/app/organizations/new`: another organization, for those who administrate one. */
@Injectable()
export class NewOrganizationPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
  ) {}

  /** @throws Forbidden for those who administrate no organization. */
  @AppRoute('/organizations/new', {
    forms: true,
    scopes: ['organization:read'],
    formScopes: ['organization:write'],
    operations: ['createOrganization'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    requireAllowed('organization', createOrganizationVerdict(actor));
    return answerForms(request, message, {
      here: this.to('organizations/new'),
      actions: { create: { done: '', run: (form) => this.create(actor, form) } },
      show: (state) => this.page(request, state),
    });
  }

  private async create(actor: Actor, form: URLSearchParams): Promise<string> {
    const useCase = textOf(form, 'useCase');
    const body = await validBody(CreateOrganizationBody, {
      title: textOf(form, 'title'),
      type: textOf(form, 'type') || 'business',
      emailDomains: textOf(form, 'emailDomains')
        .split(/[\s,;]+/)
        .filter((domain) => domain !== ''),
      ...(useCase === '' ? {} : { useCase }),
    });
    const { organization } = await this.organizations.createForActor(actor, body);
    return this.to(`o/${encodeURIComponent(organization.id)}/welcome`);
  }

  private page(request: MemberRequest, { problem, typed, status }: FormState): Promise<SiteAnswer> {
    const value = (name: string) => typed?.get(name) ?? '';
    return this.shell.page(
      request,
      { title: 'New organization', status },
      <>
        <Outcome problem={problem} />
        <p>
          An organization has members, content, sites and settings of its own; nothing of another one is
          visible in it. You become its first administrator.
        </p>
        <PostForm action={this.to('organizations/new')} class="member-form">
          <Field
            name="title"
            label="Title"
            value={value('title')}
            required
            minLength={2}
            maxLength={255}
            dir="auto"
            hint="The name in the addresses of its sites is made of it; the settings change both."
          />
          <Choice
            name="type"
            label="Kind"
            chosen={value('type')}
            options={[
              ['business', 'Company or team'],
              ['community', 'Community or open source'],
            ]}
          />
          <Choice name="useCase" label="Purpose" chosen={value('useCase')} options={USE_CASES} />
          <LongField
            name="emailDomains"
            label="Mail domains (optional)"
            value={value('emailDomains')}
            rows={2}
            spellcheck={false}
            hint="One in a line. Whoever proves a mail address there may join without an invitation."
          />
          <Submit does="create" label="Create the organization" kind="primary" />
        </PostForm>
      </>,
    );
  }

  private to(path: string): string {
    return `${this.config.basePath}/app/${path}`;
  }
}

const USE_CASES = [
  ['', 'Not said'],
  ['internalDocs', 'Internal documentation'],
  ['docsSite', 'A documentation site'],
  ['audienceControlledSite', 'A site for chosen readers'],
  ['productDocs', 'Documentation of a product'],
  ['teamKnowledgeBase', 'Knowledge of a team'],
  ['designSystem', 'A design system'],
  ['openSourceDocs', 'Open source documentation'],
  ['notes', 'Notes'],
  ['other', 'Something else'],
] as const;
