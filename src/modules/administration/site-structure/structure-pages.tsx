import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { type SiteKey, type SiteRow, Sites, SiteStructures, siteVerdict } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { siteFrame } from '../sites/site-frame.js';
import { AddToStructure } from './add-to-structure.js';
import { MoveInStructure } from './move-in-structure.js';
import { StructureAddresses } from './structure-addresses.js';
import { structureNodes } from './structure-nodes.js';
import { rowId, structurePath } from './structure-urls.js';
import { StructureView } from './structure-view.js';

/** Bytes of a form, in which all sections of a site may be ticked. */
const FORM_LIMIT = 64 * 1024;
/** Sentences about what was done on the page of a part, which leads here. */
const ELSEWHERE = new Map([
  ['removed', 'It is off the site. Spaces themselves are still there.'],
  ['copied', 'The copy of the space is on the site, right behind the original.'],
]);

/** `/app/o/{organization}/sites/{site}/structure`: what a site is made of, in order, and the ways to add to it and to arrange it. */
@Injectable()
export class StructurePages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly structures: SiteStructures,
    private readonly addresses: StructureAddresses,
    private readonly adding: AddToStructure,
    private readonly moving: MoveInStructure,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for a form of somebody who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site/structure', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'site:metadata:read'],
    formScopes: ['site:metadata:write'],
    operations: [
      'sortSiteStructure',
      'moveSiteSpace',
      'moveSiteSection',
      'moveSiteSectionGroup',
      'addSpaceToSite',
      'addSectionToSite',
      'addSectionGroupToSite',
      'addExternalLinkToSite',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', site: siteId = '' } = params;
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    return answerForms(request, message, {
      here: structurePath(this.config.basePath, row.site),
      actions: this.actions(request, { organizationId, siteId }),
      limit: FORM_LIMIT,
      show: (state) =>
        this.page(request, row, {
          ...state,
          notice: state.notice ?? ELSEWHERE.get(request.query.get('done') ?? ''),
        }),
    });
  }

  private actions({ actor }: MemberRequest, key: SiteKey): Record<string, FormAction> {
    const here = structurePath(this.config.basePath, { organizationId: key.organizationId, id: key.siteId });
    /** Leads to the row, on which scripts put the focus. */
    const at = (id: string, done: string) => `${here}?done=${done}#${rowId(id)}`;
    const added = (does: 'space' | 'section' | 'group' | 'link') => async (form: URLSearchParams) =>
      at(await this.adding[does](actor, key, form), `add-${does}`);
    const moved = (step: 'up' | 'down' | 'move') => async (form: URLSearchParams) =>
      at(await this.moving.run(actor, key, form, step), step);
    return {
      up: { run: moved('up'), done: 'It is moved up.' },
      down: { run: moved('down'), done: 'It is moved down.' },
      move: { run: moved('move'), done: 'It is moved. Its address below is that of its new place.' },
      'add-space': { run: added('space'), done: 'The space is on the site.' },
      'add-section': { run: added('section'), done: 'The section is on the site.' },
      'add-group': { run: added('group'), done: 'The group is on the site.' },
      'add-link': { run: added('link'), done: 'The link is on the site.' },
    };
  }

  private async page(request: MemberRequest, row: SiteRow, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const { organizationId, id: siteId, published } = row.site;
    const base = this.config.basePath;
    const view = await this.structures.view(actor, { organizationId, siteId });
    const { structure, spaces } = view;
    const shown = structure.liveSpaces();
    const mayManage = siteVerdict(row.role, 'manage').allowed && hasScopes(actor, ['site:metadata:write']);
    return this.shell.page(
      request,
      siteFrame(base, row, 'structure', { status: state.status, bundles: mayManage ? ['structure'] : [] }),
      <StructureView
        base={base}
        here={structurePath(base, row.site)}
        site={{ organizationId, siteId }}
        nodes={structureNodes(view, await this.addresses.of(row))}
        hasSections={structure.hasSections}
        isPublished={published}
        hidden={shown.filter(({ spaceId }) => !spaces.has(spaceId)).length}
        choices={mayManage ? await this.adding.choices(actor, view) : null}
        notice={state.notice}
        problem={state.problem}
        typed={state.typed}
      />,
    );
  }
}
