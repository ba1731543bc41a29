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
} from '#modules/member-pages/index.js';
import { body, type SiteAnswer } from '#modules/publishing/index.js';
import { CustomFonts, Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { settingsFrame, settingsPath } from '../settings/settings-frame.js';
import { FontForms } from './font-forms.js';
import { FontList } from './font-list.js';

const SCOPES = ['organization:read', 'site:metadata:read'] as const;

/** `/app/o/{organization}/settings/fonts`: fonts that an organization uploaded for its sites. */
@Injectable()
export class FontPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly fonts: CustomFonts,
    private readonly sites: Sites,
    private readonly forms: FontForms,
  ) {}

  /** @throws NotFound for strangers, Forbidden for a form of members who may not change fonts. */
  @AppRoute('/o/:organization/settings/fonts', {
    forms: true,
    scopes: SCOPES,
    formScopes: ['site:metadata:write'],
    operations: ['createCustomFont', 'updateCustomFont', 'deleteCustomFont'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization = '' } = request.params;
    const here = settingsPath(this.config.basePath, organization, 'fonts');
    const show = (state: FormState) => this.page(request, here, state);
    if (message.method === 'POST' && hasFormFiles(message)) return this.upload(request, message, here, show);
    return answerForms(request, message, { here, actions: this.actions(request, organization), show });
  }

  /** The style sheet that shows a font on the page. @throws NotFound */
  @AppRoute('/o/:organization/settings/fonts/:font/sample', { scopes: SCOPES, hasFiles: true })
  async sample({ actor, params }: MemberRequest, { headers }: IncomingMessage): Promise<SiteAnswer> {
    const { organization = '', font: id = '' } = params;
    // Only a page of ours asks for it as a style sheet.
    if ((headers['sec-fetch-dest'] ?? 'style') !== 'style') throw new NotFound('page');
    const { font } = await this.fonts.get(actor, organization, id);
    const place = [organization, id].map(encodeURIComponent).join('/');
    const faces = font.faces.map(
      ({ weight, blob, format }) =>
        `@font-face{font-family:'sample-${id}';font-weight:${weight};src:url('${this.config.basePath}/~fonts/${place}/${blob}.${format}') format('${format}')}`,
    );
    return body(200, faces.join('\n'), { 'Content-Type': 'text/css; charset=utf-8' });
  }

  private actions({ actor }: MemberRequest, organization: string): Record<string, FormAction> {
    const withoutFile = () => Promise.reject(new BadRequest('Choose at least one font file.'));
    return {
      create: { done: 'The font is there. The looks of a site can choose it now.', run: withoutFile },
      add: { done: 'The weights are there. Pages show them with the next visit.', run: withoutFile },
      rename: {
        done: 'The name is saved.',
        run: (form) => this.forms.rename(actor, organization, form),
      },
      'remove-weight': {
        done: 'The weight is removed.',
        run: (form) => this.forms.removeWeight(actor, organization, form),
      },
      delete: {
        done: 'The font is deleted.',
        run: (form) => this.forms.delete(actor, organization, form),
      },
    };
  }

  private async upload(
    { actor, params }: MemberRequest,
    message: IncomingMessage,
    here: string,
    show: (state: FormState) => Promise<SiteAnswer>,
  ): Promise<SiteAnswer> {
    try {
      return seeOther(
        `${here}?done=${await this.forms.upload(actor, params['organization'] ?? '', message)}`,
      );
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return show({ problem: error.message, status: error.status });
    }
  }

  private async page(request: MemberRequest, here: string, state: FormState): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '' } = params;
    const base = this.config.basePath;
    const views = await this.fonts.list(actor, organization);
    const uses = await this.fonts.listUses(actor, organization);
    const visible = await this.sites.findVisible(actor, organization, [...uses.values()].flat());
    const isAdmin = actor.memberships.get(organization) === 'admin';
    const frame = settingsFrame(base, organization, 'fonts', { status: state.status });
    return this.shell.page(
      request,
      isAdmin ? frame : { ...frame, tabs: { ...frame.tabs!, only: ['fonts'] } },
      <FontList
        base={base}
        here={here}
        fonts={views.map((view) => {
          const ids = uses.get(view.font.id) ?? [];
          const sites = ids.flatMap((id) => visible.get(id) ?? []);
          return { view, sites, hiddenSites: ids.length - sites.length };
        })}
        mayEdit={this.fonts.mayEdit(actor, organization)}
        state={state}
      />,
    );
  }
}
