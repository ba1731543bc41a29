import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasFormFiles,
  type MemberRequest,
  MemberShell,
  seeOther,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import {
  AgentInstructions,
  organizationUpdateOf,
  Organizations,
  parseInstructions,
  PutAgentInstructionsBody,
  requireOrganizationAdmin,
  UpdateOrganization,
  UpdateOrganizationBody,
} from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { UploadedPictures } from '../../pictures/uploaded-pictures.js';
import { settingsPath } from '../settings-frame.js';
import { readGeneral } from './general-fields.js';
import { generalPage } from './general-page.js';

/** Bytes of a form, which may hold instructions of 10,000 characters. */
const FORM_LIMIT = 128 * 1024;
const MOST_SITES = 200;

/** `/app/o/{organization}/settings`: the settings of an organization that belong to no other page. */
@Injectable()
export class GeneralPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly organizations: Organizations,
    private readonly updating: UpdateOrganization,
    private readonly instructions: AgentInstructions,
    private readonly sites: Sites,
    private readonly pictures: UploadedPictures,
  ) {}

  /** @throws NotFound for strangers, Forbidden for others than administrators. */
  @AppRoute('/o/:organization/settings', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read'],
    formScopes: ['organization:write'],
    operations: ['updateOrganizationById', 'updateOrganizationAgentInstructions'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    requireOrganizationAdmin(request.actor, id);
    const here = settingsPath(this.config.basePath, id);
    const show = (state: FormState) => this.page(request, id, state);
    if (message.method === 'POST' && hasFormFiles(message))
      return this.upload(request.actor, id, message, here, show);
    const actions = this.actions(request.actor, id);
    return answerForms(request, message, { here, actions, limit: FORM_LIMIT, show });
  }

  private actions(actor: Actor, id: string): Record<string, FormAction> {
    return {
      save: {
        done: 'The settings are saved.',
        run: (form) => this.update(actor, id, readGeneral(form)),
      },
      hostname: {
        done: 'The sites have their new addresses.',
        run: (form) => this.update(actor, id, readGeneral(form)),
      },
      logo: {
        done: 'The logo is saved.',
        run: () => Promise.reject(new BadRequest('Choose a picture first.')),
      },
      'remove-logo': {
        done: 'The logo is removed.',
        run: () => this.update(actor, id, { logo: null }),
      },
      instructions: {
        done: 'The instructions are saved. Agents get them from now on.',
        run: (form) => this.saveInstructions(actor, id, form),
      },
    };
  }

  private async update(actor: Actor, id: string, wanted: object): Promise<void> {
    const body = await validBody(UpdateOrganizationBody, wanted);
    await this.updating.run(actor, id, organizationUpdateOf(body));
  }

  private async saveInstructions(actor: Actor, id: string, form: URLSearchParams): Promise<void> {
    const markdown = textOf(form, 'instructions').replaceAll('\r\n', '\n');
    const body = await validBody(PutAgentInstructionsBody, { instructions: { markdown } });
    await this.instructions.put(actor, id, parseInstructions(body.instructions), textOf(form, 'seen'));
  }

  private async upload(
    actor: Actor,
    id: string,
    message: IncomingMessage,
    here: string,
    show: (state: FormState) => Promise<SiteAnswer>,
  ): Promise<SiteAnswer> {
    try {
      const { url } = await this.pictures.take(actor, id, message);
      await this.updating.run(actor, id, { logoUrl: url });
      return seeOther(`${here}?done=logo`);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const { organization } = await this.organizations.viewOrganization(actor, id);
    const instructions = await this.instructions.get(actor, id);
    const { items } = await this.sites.list(actor, id, { limit: MOST_SITES });
    const sites = items.map(({ site }) => ({
      id: site.id,
      title: site.title,
      isPublished: site.published,
    }));
    const page = generalPage(this.config.basePath, { organization, instructions, sites, state });
    return this.shell.show(request, page, state.status);
  }
}
