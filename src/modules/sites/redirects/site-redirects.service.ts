import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Page } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, DomainError, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import type { SiteRow } from '../site/sites.repository.js';
import { Sites } from '../site/sites.service.js';
import type { SiteStructure } from '../structure/model/site-structure.js';
import { SiteStructureRepository } from '../structure/site-structure.repository.js';
import { RedirectDestinations } from './redirect-destinations.js';
import { RedirectLoops } from './redirect-loops.js';
import {
  type AppliedRedirect,
  auditTarget,
  checkedKey,
  compared,
  type RedirectPreview,
  resultOf,
  shown,
  TakenBack,
} from './redirect-changes.js';
import type {
  BulkRedirectBody,
  BulkRedirectResultResource,
  CreateSiteRedirectBody,
  UpdateSiteRedirectBody,
} from './site-redirect.dto.js';
import { SiteRedirectEntity } from './site-redirect.entity.js';
import { type RedirectFilters, SiteRedirectsRepository } from './site-redirects.repository.js';

/** The locked site that a redirect is of, and who changes it. */
interface Editing {
  actor: Actor;
  row: SiteRow;
  structure: SiteStructure;
}

/** Redirects of sites: reading and changing them. */
@Injectable()
export class SiteRedirects {
  constructor(
    private readonly clock: Clock,
    private readonly sites: Sites,
    private readonly structures: SiteStructureRepository,
    private readonly redirects: SiteRedirectsRepository,
    private readonly destinations: RedirectDestinations,
    private readonly loops: RedirectLoops,
    private readonly audit: AuditLog,
  ) {}

  async list(
    actor: Actor,
    organizationId: string,
    siteId: string,
    filters: RedirectFilters,
  ): Promise<Page<SiteRedirectEntity>> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    return this.redirects.list(organizationId, siteId, filters);
  }

  /** @throws NotFound */
  /** Counts the redirects that lead nowhere when these parts of the site go. @throws NotFound for members who do not see the site */
  async countInto(
    actor: Actor,
    key: { organizationId: string; siteId: string },
    parts: { siteSpaceIds: readonly string[]; siteSectionIds: readonly string[] },
  ): Promise<number> {
    await this.sites.requireSite(actor, key.organizationId, key.siteId, 'view');
    return this.redirects.countInto(key.organizationId, key.siteId, parts);
  }

  async get(actor: Actor, organizationId: string, siteId: string, id: string): Promise<SiteRedirectEntity> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const redirect = await this.redirects.find(organizationId, siteId, id);
    if (!redirect) throw new NotFound('redirect');
    return redirect;
  }

  /** Finds the decoded paths that an active redirect leads elsewhere; the caller has authorised the actor. */
  findCovered(organizationId: string, siteId: string, paths: readonly string[]): Promise<Set<string>> {
    return this.redirects.findCovered(organizationId, siteId, paths);
  }

  /** Active redirects that match a decoded path, the closest first; the caller has admitted the reader. */
  matching(organizationId: string, siteId: string, path: string): Promise<SiteRedirectEntity[]> {
    return this.redirects.matching(organizationId, siteId, path);
  }

  /** @throws Conflict when the source has a redirect already, BadRequest for an invalid destination or a loop. */
  create(
    actor: Actor,
    organizationId: string,
    siteId: string,
    body: CreateSiteRedirectBody,
  ): Promise<SiteRedirectEntity> {
    return this.edit(actor, organizationId, siteId, (editing) => this.insert(editing, body));
  }

  /** Changes only what `body` holds. */
  update(
    actor: Actor,
    organizationId: string,
    siteId: string,
    id: string,
    body: UpdateSiteRedirectBody,
  ): Promise<SiteRedirectEntity> {
    return this.edit(actor, organizationId, siteId, async (editing) => {
      const redirect = await this.redirects.find(organizationId, siteId, id);
      if (!redirect) throw new NotFound('redirect');
      return this.write(editing, redirect, body);
    });
  }

  /** Succeeds for an unknown redirect. */
  async delete(actor: Actor, organizationId: string, siteId: string, id: string): Promise<void> {
    await this.edit(actor, organizationId, siteId, async () => {
      const redirect = await this.redirects.find(organizationId, siteId, id);
      if (redirect) await this.remove(redirect);
    });
  }

  /** Each on its own: what one of them cannot do does not keep the others from it. */
  bulk(
    actor: Actor,
    organizationId: string,
    siteId: string,
    bodies: BulkRedirectBody[],
  ): Promise<BulkRedirectResultResource[]> {
    return this.edit(actor, organizationId, siteId, async (editing) =>
      (await this.applyAll(editing, bodies)).map(resultOf),
    );
  }

  /** As `bulk`, and says which of them were as wanted already. */
  import(
    actor: Actor,
    organizationId: string,
    siteId: string,
    bodies: BulkRedirectBody[],
  ): Promise<RedirectPreview[]> {
    return this.edit(actor, organizationId, siteId, async (editing) =>
      (await this.applyAll(editing, bodies)).map(compared),
    );
  }

  /** Answers as `import` would: the list is carried out by the same rules, and taken back. @throws as `bulk` */
  async preview(
    actor: Actor,
    organizationId: string,
    siteId: string,
    bodies: BulkRedirectBody[],
  ): Promise<RedirectPreview[]> {
    try {
      return await this.edit(actor, organizationId, siteId, async (editing) => {
        throw new TakenBack((await this.applyAll(editing, bodies)).map(compared));
      });
    } catch (error) {
      if (error instanceof TakenBack) return error.results;
      throw error;
    }
  }

  private async applyAll(editing: Editing, bodies: BulkRedirectBody[]): Promise<AppliedRedirect[]> {
    const results: AppliedRedirect[] = [];
    for (const body of bodies) {
      const draft = body.intent === 'draft';
      try {
        results.push({ ...(await this.apply(editing, body)), source: body.source, draft });
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        results.push({ status: 'error', source: body.source, draft, error: error.message });
      }
    }
    return results;
  }

  private async apply(
    editing: Editing,
    { source, intent = 'live', destination, captureWildcard, permanent }: BulkRedirectBody,
  ): Promise<Pick<AppliedRedirect, 'status' | 'id' | 'before' | 'after'>> {
    const { organizationId, id: siteId } = editing.row.site;
    const key = checkedKey(source);
    const find = (draft: boolean) => this.redirects.findBySource(organizationId, siteId, key, draft);
    if (intent === 'publish') {
      const draft = await find(true);
      if (!draft) throw new BadRequest('source: there is no draft for this path.');
      const live = await find(false);
      // Checked before the one in effect goes: what fails here must leave everything as it was.
      const published = Object.assign(new SiteRedirectEntity(), draft, {
        id: live?.id ?? draft.id,
        draft: false,
      });
      await this.loops.refuse(editing.row.location, published);
      if (live) await this.remove(live);
      const { id } = await this.write(editing, draft, { draft: false });
      return { status: 'published', id };
    }
    const existing = await find(intent === 'draft');
    if (destination === undefined)
      throw new BadRequest('destination: say where it leads, or null to delete the redirect.');
    if (destination === null) {
      if (existing) await this.remove(existing);
      return { status: 'deleted' };
    }
    const body = { source, destination, captureWildcard: captureWildcard ?? false, permanent };
    if (existing) {
      const after = await this.write(editing, existing, body);
      return { status: 'updated', id: after.id, before: existing, after };
    }
    const { id } = await this.insert(editing, { ...body, draft: intent === 'draft' });
    return { status: 'created', id };
  }

  private async insert(editing: Editing, body: CreateSiteRedirectBody): Promise<SiteRedirectEntity> {
    const { organizationId, id: siteId } = editing.row.site;
    const redirect = Object.assign(new SiteRedirectEntity(), {
      organizationId,
      id: newId(),
      siteId,
      source: body.source,
      sourceKey: checkedKey(body.source),
      destination: await this.destinations.check(editing.actor, editing.structure, body.destination),
      draft: body.draft ?? false,
      captureWildcard: body.captureWildcard ?? false,
      permanent: body.permanent ?? false,
      createdAt: this.clock.now(),
      updatedAt: null,
    });
    await this.refuse(editing, redirect);
    await this.redirects.insert(redirect);
    const target = auditTarget(redirect);
    const after = { siteId, ...shown(redirect) };
    await this.audit.record({ organizationId, action: 'site.redirect.created', target, after });
    return redirect;
  }

  private async write(
    { actor, row, structure }: Editing,
    redirect: SiteRedirectEntity,
    body: UpdateSiteRedirectBody,
  ): Promise<SiteRedirectEntity> {
    const { source = redirect.source, draft, captureWildcard, permanent } = body;
    const destination =
      body.destination && (await this.destinations.check(actor, structure, body.destination));
    const changed = Object.assign(new SiteRedirectEntity(), redirect, {
      source,
      sourceKey: checkedKey(source),
      destination: destination ?? redirect.destination,
      draft: draft ?? redirect.draft,
      captureWildcard: captureWildcard ?? redirect.captureWildcard,
      permanent: permanent ?? redirect.permanent,
      updatedAt: this.clock.now(),
    });
    await this.refuse({ row }, changed);
    await this.redirects.update(changed);
    const { organizationId } = redirect;
    const target = auditTarget(redirect);
    const [before, after] = [shown(redirect), shown(changed)];
    await this.audit.record({ organizationId, action: 'site.redirect.updated', target, before, after });
    return changed;
  }

  private async remove(redirect: SiteRedirectEntity): Promise<void> {
    const { organizationId, siteId, id } = redirect;
    await this.redirects.delete(organizationId, siteId, id);
    const target = auditTarget(redirect);
    const before = { siteId, ...shown(redirect) };
    await this.audit.record({ organizationId, action: 'site.redirect.deleted', target, before });
  }

  /** Before the write: a statement that fails would take the others of a list with it. */
  private async refuse({ row }: Pick<Editing, 'row'>, redirect: SiteRedirectEntity): Promise<void> {
    const { organizationId, siteId, sourceKey: key, draft, captureWildcard } = redirect;
    if (captureWildcard && !key.endsWith('*'))
      throw new BadRequest('captureWildcard: the source has no asterisk at its end that could be kept.');
    const other = await this.redirects.findBySource(organizationId, siteId, key, draft);
    if (other && other.id !== redirect.id)
      throw new Conflict('source: the site has a redirect for this path already; change or delete that one.');
    await this.loops.refuse(row.location, redirect);
  }

  private async edit<T>(
    actor: Actor,
    organizationId: string,
    siteId: string,
    work: (editing: Editing) => Promise<T>,
  ): Promise<T> {
    let result: T | undefined;
    await this.sites.change(actor, organizationId, siteId, async (row) => {
      const structure = await this.structures.load(organizationId, siteId);
      result = await work({ actor, row, structure });
      return {};
    });
    return result as T;
  }
}
