import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import {
  findItem,
  SiteRedirects,
  SiteSectionEntity,
  SiteSpaceEntity,
  type SiteRow,
  Sites,
  SiteStructures,
  type StructureItem,
  type StructureView,
} from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { siteFrame } from '../sites/site-frame.js';
import { AddToStructure } from './add-to-structure.js';
import { ItemForms } from './item-forms.js';
import { ItemView } from './item-view.js';
import { isItemType } from './read-moves.js';
import { StructureAddresses } from './structure-addresses.js';
import { nodeOf } from './structure-nodes.js';
import { itemPath, rowId, structurePath } from './structure-urls.js';

/** `/app/o/{organization}/sites/{site}/structure/{type}/{item}`: settings of one part of a structure, where it is, and its removal. */
@Injectable()
export class StructureItemPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly structures: SiteStructures,
    private readonly redirects: SiteRedirects,
    private readonly addresses: StructureAddresses,
    private readonly adding: AddToStructure,
    private readonly forms: ItemForms,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for members who may not manage the site. */
  @AppRoute('/o/:organization/sites/:site/structure/:type/:item', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'site:metadata:read'],
    formScopes: ['site:metadata:write'],
    operations: [
      'updateSiteById',
      'updateSiteSpaceById',
      'deleteSiteSpaceById',
      'duplicateSiteSpace',
      'updateSiteSectionById',
      'deleteSiteSectionById',
      'updateSiteSectionGroupById',
      'deleteSiteSectionGroupById',
      'addSectionToGroup',
      'removeSectionFromGroup',
      'updateSiteExternalLinkById',
      'deleteSiteExternalLinkById',
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', site: siteId = '', type = '', item: id = '' } = params;
    const key = { organizationId, siteId };
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    if (!isItemType(type)) throw new NotFound('part of the structure');
    const found = this.find(await this.structures.view(actor, key), type, id);
    const root = structurePath(this.config.basePath, row.site);
    return answerForms(request, message, {
      here: itemPath(this.config.basePath, row.site, type, found.id),
      actions: this.forms.actionsOf({
        actor,
        key,
        item: { type, id: found.id },
        sectionId: found instanceof SiteSpaceEntity ? found.sectionId : null,
        whole: (done, row) => `${root}?done=${done}${row === undefined ? '' : `#${rowId(row)}`}`,
      }),
      show: (state) => this.page(request, row, type, found.id, state),
    });
  }

  private async page(
    request: MemberRequest,
    row: SiteRow,
    type: Parameters<typeof itemPath>[2],
    id: string,
    state: FormState,
  ): Promise<SiteAnswer> {
    const { organizationId, id: siteId } = row.site;
    const base = this.config.basePath;
    const view = await this.structures.view(request.actor, { organizationId, siteId });
    const item = this.find(view, type, id);
    const node = nodeOf(item, view, await this.addresses.of(row))!;
    return this.shell.page(
      request,
      siteFrame(base, row, 'structure', {
        title: `${node.title} on ${row.site.title}`,
        heading: node.title,
        breadcrumbs: [
          ...(siteFrame(base, row, 'structure').breadcrumbs ?? []),
          { href: structurePath(base, row.site), title: `Structure of ${row.site.title}` },
        ],
        status: state.status,
      }),
      <ItemView
        base={base}
        here={itemPath(base, row.site, type, id)}
        row={row}
        item={item}
        node={node}
        view={view}
        choices={await this.adding.choices(request.actor, view)}
        redirects={await this.redirectsInto(request.actor, view, item)}
        state={state}
      />,
    );
  }

  private redirectsInto(actor: Actor, view: StructureView, item: StructureItem): Promise<number> {
    const { organizationId, siteId } = item;
    const isSection = item instanceof SiteSectionEntity;
    const spaces = isSection ? view.structure.spacesIn(item.id) : [item];
    return this.redirects.countInto(
      actor,
      { organizationId, siteId },
      { siteSpaceIds: spaces.map(({ id }) => id), siteSectionIds: isSection ? [item.id] : [] },
    );
  }

  /** @throws NotFound when the site has no such part, or the member does not see its space. */
  private find(view: StructureView, type: Parameters<typeof itemPath>[2], id: string): StructureItem {
    const item = findItem(view.structure, { type, id });
    const isHidden = item instanceof SiteSpaceEntity && !view.spaces.has(item.spaceId);
    if (!item || isHidden) throw new NotFound('part of the structure');
    return item;
  }
}
