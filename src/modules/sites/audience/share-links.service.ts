import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { newId, randomText } from '#platform/ids/ids.js';
import { SiteAddress } from '../addresses/site-address.js';
import { pathOfSpace } from '../published/published-site.js';
import { publishedUrl } from '../published/published-url.js';
import { SitePublishing } from '../published/site-publishing.js';
import type { SiteRow } from '../site/sites.repository.js';
import { Sites } from '../site/sites.service.js';
import { ShareLinkEntity } from './share-link.entity.js';
import { ShareLinksRepository } from './share-links.repository.js';

/** 142 bits. */
const KEY_LENGTH = 24;
/** Active keys travel with the site to every reader's request. */
const MAX_LINKS = 500;

/** A share link with what its presenter needs. */
export interface ShareLinkView {
  link: ShareLinkEntity;
  row: SiteRow;
}

/**
 * Share links of sites: for those who manage the site only, since whoever sees a link can read the site. Every change
 * moves the version of the site, so it holds for the next reader on every replica.
 */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly sites: Sites,
    private readonly links: ShareLinksRepository,
    private readonly clock: Clock,
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
    private readonly audit: AuditLog,
  ) {}

  async list(
    actor: Actor,
    organizationId: string,
    siteId: string,
    page: PageRequest,
  ): Promise<Page<ShareLinkView>> {
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    const links = await this.links.list(organizationId, siteId, page);
    return { ...links, items: links.items.map((link) => ({ link, row })) };
  }

  /** Number of links that are open. @throws NotFound, Forbidden for those who may not manage the site. */
  async countOpen(actor: Actor, organizationId: string, siteId: string): Promise<number> {
    await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    return this.links.countActive(organizationId, siteId);
  }

  /** Address of a space for holders of the key; null when the key opens no site that shows it. */
  async addressOf(organizationId: string, spaceId: string, key: string): Promise<string | null> {
    const siteId = await this.links.findOpened(organizationId, key);
    const site = siteId === null ? null : await this.publishing.find(organizationId, siteId);
    const space = site?.spaces.find((shown) => shown.spaceId === spaceId);
    return site && space ? publishedUrl(this.address.of(site), pathOfSpace(space), key) : null;
  }

  async create(actor: Actor, organizationId: string, siteId: string, name: string): Promise<ShareLinkView> {
    const id = newId();
    const key = randomText(KEY_LENGTH);
    const link = Object.assign(new ShareLinkEntity(), {
      organizationId,
      id,
      siteId,
      name,
      key,
      active: true,
    });
    const row = await this.sites.change(actor, organizationId, siteId, async () => {
      if ((await this.links.count(organizationId, siteId)) >= MAX_LINKS)
        throw new BadRequest(`A site has at most ${MAX_LINKS} share links; delete one that is not needed.`);
      link.createdAt = this.clock.now();
      await this.links.insert(link);
      const target = auditTarget(link);
      const after = { name, siteId };
      await this.audit.record({ organizationId, action: 'site.share-link.created', target, after });
      return {};
    });
    return { link, row };
  }

  /** Changes only what `fields` holds. */
  async update(
    actor: Actor,
    organizationId: string,
    siteId: string,
    id: string,
    { name, active }: { name?: string; active?: boolean },
  ): Promise<ShareLinkView> {
    const fields = { ...(name === undefined ? {} : { name }), ...(active === undefined ? {} : { active }) };
    if (Object.keys(fields).length === 0) throw new BadRequest('Send "active", "name" or both.');
    let changed: ShareLinkEntity | undefined;
    const row = await this.sites.change(actor, organizationId, siteId, async () => {
      const link = await this.links.find(organizationId, siteId, id);
      if (!link) throw new NotFound('share link');
      await this.links.update(link, fields);
      const update = { target: auditTarget(link), was: link, changes: fields };
      await this.audit.recordUpdate({ organizationId, action: 'site.share-link.updated', ...update });
      changed = Object.assign(new ShareLinkEntity(), link, fields);
      return {};
    });
    return { link: changed as ShareLinkEntity, row };
  }

  /** Succeeds for an unknown share link. */
  async delete(actor: Actor, organizationId: string, siteId: string, id: string): Promise<void> {
    await this.sites.change(actor, organizationId, siteId, async () => {
      const link = await this.links.find(organizationId, siteId, id);
      if (!link) return {};
      await this.links.delete(organizationId, siteId, id);
      const { name, active } = link;
      const before = { name, active, siteId };
      const target = auditTarget(link);
      await this.audit.record({ organizationId, action: 'site.share-link.deleted', target, before });
      return {};
    });
  }
}

/** The link as the audit log names it: by name, never by its key. */
function auditTarget({ id, name }: ShareLinkEntity): AuditRecord['target'] {
  return { type: 'share-link', id, label: name };
}
