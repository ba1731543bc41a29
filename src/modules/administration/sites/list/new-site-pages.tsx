import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
  Outcome,
  requireScopes,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { CreateSiteBody, Sites } from '#modules/sites/index.js';
import { CreateSpace, CreateSpaceBody, Spaces } from '#modules/spaces/index.js';
import { Templates } from '#modules/templates/index.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';
import { sitePath, sitesPath } from '../site-frame.js';
import { NewSiteForm, type TypedSite } from './new-site-form.js';

/** The form shows no more spaces. */
const MOST_SPACES = 200;
/** Longest title of a space. */
const SPACE_TITLE = 50;
const NEW: TypedSite = { title: '', spaces: [], begin: '', visibility: 'public' };

/** `/app/o/{organization}/new-site`: makes a site of spaces, of a template or of an import, and leads to it. */
@Injectable()
export class NewSitePages {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly spaces: Spaces,
    private readonly creating: CreateSpace,
    private readonly templates: Templates,
  ) {}

  /** @throws NotFound, Forbidden for members who may make no site. */
  @AppRoute('/o/:organization/new-site', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'site:metadata:read'],
    formScopes: ['site:metadata:write'],
    operations: ['createSite', 'createSpace'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '' } = params;
    if (!this.sites.mayCreate(actor, organization))
      throw new Forbidden('Creating a site needs the role "create" or higher.');
    const here = this.here(organization);
    return answerForms(request, message, {
      here,
      actions: { create: { run: (form) => this.create(actor, organization, form), done: 'Made.' } },
      show: (state) => this.page(request, state),
    });
  }

  /** Makes the new space, if one is wanted, and the site together: neither stays without the other. */
  private async create(actor: Actor, organizationId: string, form: URLSearchParams): Promise<string> {
    const typed = typedOf(form);
    const { title, visibility, spaces } = typed;
    const wanted = await validBody(CreateSiteBody, { title, visibility, spaces: [...spaces] });
    const isNew = typed.begin !== '';
    if (isNew) requireScopes(actor, ['space:metadata:write']);
    const { made, site } = await this.db.transaction(async () => {
      const space = isNew ? await this.createSpace(actor, organizationId, typed) : null;
      const ids = [...(wanted.spaces ?? []), ...(space ? [space.id] : [])];
      const row = await this.sites.create(actor, organizationId, Object.assign(wanted, { spaces: ids }));
      return { made: space, site: row.site };
    });
    const base = this.config.basePath;
    if (made && typed.begin === 'import') return `${base}/app/s/${encodeURIComponent(made.id)}/~/import`;
    return `${sitePath(base, site)}?done=new`;
  }

  private async createSpace(actor: Actor, organizationId: string, { title, begin }: TypedSite) {
    const template = begin.startsWith('template:') ? begin.slice('template:'.length) : null;
    const body = await validBody(CreateSpaceBody, {
      title: title.slice(0, SPACE_TITLE),
      editMode: 'live',
      ...(template === null ? {} : { template: { id: template } }),
    });
    return (await this.creating.execute(actor, organizationId, body)).space;
  }

  private async page(request: MemberRequest, { problem, typed, status }: FormState): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '' } = params;
    const first: TypedSite = { ...NEW, spaces: query.getAll('space') };
    const spaces = await this.spaces.list(
      actor,
      organizationId,
      { limit: MOST_SPACES },
      { isArchived: false },
    );
    const base = this.config.basePath;
    const newSpace = `${base}/app/o/${encodeURIComponent(organizationId)}/new-space?next=site`;
    return this.shell.page(
      request,
      {
        title: 'New site',
        organizationId,
        breadcrumbs: [{ href: sitesPath(base, organizationId), title: 'Sites' }],
        status,
      },
      <>
        <Outcome problem={problem} />
        <NewSiteForm
          action={this.here(organizationId)}
          newSpace={newSpace}
          typed={typed ? typedOf(typed) : first}
          spaces={spaces.items
            .filter(({ permissions }) => permissions.admin)
            .map(({ space: { id, title } }) => ({ id, title }))}
          templates={hasScopes(actor, ['space:metadata:write']) ? this.templates.list() : []}
        />
      </>,
    );
  }

  private here(organizationId: string): string {
    return `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/new-site`;
  }
}

function typedOf(form: URLSearchParams): TypedSite {
  return {
    title: textOf(form, 'title'),
    spaces: [...new Set(form.getAll('space'))],
    begin: textOf(form, 'begin'),
    visibility: textOf(form, 'visibility') || NEW.visibility,
  };
}
