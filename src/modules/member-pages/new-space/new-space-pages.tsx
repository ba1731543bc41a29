import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Collections } from '#modules/collections/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { CreateSpace, CreateSpaceBody } from '#modules/spaces/index.js';
import { Templates } from '#modules/templates/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { validBody } from '../valid-body.js';
import { NewSpaceForm, type Typed } from './new-space-form.js';

const SCOPES = ['organization:read', 'collection:read', 'space:metadata:read'] as const;
/** The select of the form shows no more. */
const MOST_COLLECTIONS = 200;

/** `/app/o/{organization}/new-space`: makes a space, empty or from a template, and leads to it, or to the form for a site that shows it. */
@Injectable()
export class NewSpacePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly collections: Collections,
    private readonly templates: Templates,
    private readonly creating: CreateSpace,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden without the role `create` in the chosen place. */
  @AppRoute('/o/:organization/new-space', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['space:metadata:write'],
    operations: ['createSpace'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { params, query } = request;
    const { organization = '' } = params;
    if (message.method !== 'POST')
      return this.page(request, {
        ...{ title: '', template: '', editMode: 'locked' },
        collection: query.get('collection') ?? '',
        next: query.get('next') ?? '',
      });
    const form = await readOwnForm(message);
    const textOf = (name: string): string => (form.get(name) ?? '').trim();
    const typed: Typed = {
      title: textOf('title'),
      collection: textOf('collection'),
      template: textOf('template'),
      editMode: textOf('editMode'),
      next: textOf('next'),
    };
    try {
      const { space } = await this.creating.execute(request.actor, organization, await this.read(typed));
      const { basePath } = this.config;
      const id = encodeURIComponent(space.id);
      const location =
        typed.next === 'site'
          ? `${basePath}/app/o/${encodeURIComponent(organization)}/new-site?space=${id}`
          : `${basePath}/app/s/${id}`;
      return { kind: 'redirect', status: 303, location, isComplete: true };
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return this.page(request, typed, error);
    }
  }

  /** The body of the operation that makes a space. @throws BadRequest as that operation does. */
  private read({ title, collection, template, editMode }: Typed): Promise<CreateSpaceBody> {
    const body = {
      title,
      ...(collection === '' ? {} : { parent: collection }),
      ...(template === '' ? {} : { template: { id: template } }),
      ...(editMode === '' ? {} : { editMode }),
    };
    return validBody(CreateSpaceBody, body);
  }

  private async page(request: MemberRequest, typed: Typed, problem?: BadRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '' } = request.params;
    const { items } = await this.collections.list(request.actor, organizationId, true, {
      limit: MOST_COLLECTIONS,
    });
    const collections = items
      .filter(({ permissions }) => permissions.create)
      .map(({ collection: { id, title } }) => ({ id, title }));
    const base = this.config.basePath;
    const here = `${base}/app/o/${encodeURIComponent(organizationId)}`;
    return this.shell.page(
      request,
      {
        title: 'New space',
        organizationId,
        breadcrumbs: [{ href: `${here}/spaces`, title: 'Spaces' }],
        status: problem?.status ?? 200,
      },
      <NewSpaceForm
        action={`${here}/new-space`}
        typed={typed}
        problem={problem?.message}
        collections={collections}
        templates={this.templates.list()}
      />,
    );
  }
}
