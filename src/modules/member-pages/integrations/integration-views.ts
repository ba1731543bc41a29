import { Injectable } from '@nestjs/common';
import {
  EventLog,
  installationVerdict,
  InstallationTargets,
  Installations,
  type InstallationTarget,
  type InstallationView,
  IntegrationResources,
  Integrations,
  WEBHOOK,
  WebhookSecrets,
} from '#modules/integrations/index.js';
import {
  Organizations,
  organizationVerdict,
  requireInOrganization,
  requireMember,
} from '#modules/organizations/index.js';
import { Sites } from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { IntegrationListView } from './integration-list.js';
import type { IntegrationPageView, Place, TargetRow } from './integration-page.types.js';

const MOST = 100;
const EVENTS = 20;

/** Data of the pages about integrations, for the actors to whom the API shows them. */
@Injectable()
export class IntegrationViews {
  constructor(
    private readonly organizations: Organizations,
    private readonly integrations: Integrations,
    private readonly resources: IntegrationResources,
    private readonly installations: Installations,
    private readonly targets: InstallationTargets,
    private readonly events: EventLog,
    private readonly secrets: WebhookSecrets,
    private readonly spaces: Spaces,
    private readonly sites: Sites,
  ) {}

  /** @throws NotFound, Forbidden */
  async list(
    actor: Actor,
    organizationId: string,
    search: string,
    page?: string,
  ): Promise<IntegrationListView> {
    requireMember(actor, organizationId);
    const filter = search === '' ? {} : { search };
    const found = await this.integrations.listForOrganization(actor, organizationId, filter, {
      limit: MOST,
      page,
    });
    const installed = await this.installations.listOfOrganization(actor, organizationId, undefined, {
      limit: MOST,
    });
    return {
      organization: await this.organizations.getOrganization(organizationId),
      installed: installed.items,
      available: await this.resources.of(actor, found.items),
      more: found.next?.page ?? null,
      search,
    };
  }

  /** Titles of the organizations in which the actor may look at the integration, by id. @throws NotFound */
  async whereToLook(
    actor: Actor,
    name: string,
  ): Promise<{ title: string; organizations: [string, string][] }> {
    const { title } = await this.integrations.requireIntegration(actor, name, 'view');
    const { items } = await this.organizations.listOrganizations(actor, { limit: MOST });
    const own = items.map(({ organization }) => organization);
    const open = own.filter(
      ({ id }) => organizationVerdict(actor.memberships.get(id), 'listIntegrations').allowed,
    );
    return { title, organizations: open.map(({ id, title: name }) => [id, name]) };
  }

  /** @throws NotFound, Forbidden */
  async one(
    actor: Actor,
    organizationId: string,
    name: string,
  ): Promise<Omit<IntegrationPageView, 'problem' | 'made'>> {
    requireInOrganization(actor, organizationId, 'listInstallations');
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.installations.findForOrganization(integration.id, organizationId);
    const view = installation && { installation, integration };
    const mayInstall = organizationVerdict(
      actor.memberships.get(organizationId),
      'installIntegration',
    ).allowed;
    const isAdmin = installation ? installationVerdict(actor, installation, 'manage').allowed : mayInstall;
    const rows = view ? await this.rows(actor, view) : [];
    return {
      organization: await this.organizations.getOrganization(organizationId),
      integration: await this.resources.ofOne(actor, integration),
      installed: view,
      isAdmin,
      rows,
      addable: view && isAdmin ? await this.addable(actor, view, rows) : [],
      secrets:
        view && isAdmin && name === WEBHOOK ? await this.secrets.list(actor, view.installation.id) : [],
      events: view && isAdmin ? await this.events.ofOrganization(actor, organizationId, name, EVENTS) : [],
    };
  }

  private async rows(actor: Actor, { installation, integration }: InstallationView): Promise<TargetRow[]> {
    const { id, organizationId } = installation;
    const of = async (kind: 'space' | 'site'): Promise<InstallationTarget[]> => {
      const { items } = await this.targets.list(actor, integration.name, id, kind, { limit: MOST });
      return items.map(({ target }) => target);
    };
    const targets = [...(await of('space')), ...(await of('site'))];
    const idsOf = (kind: 'space' | 'site') =>
      targets.filter((target) => target.kind === kind).map(({ targetId }) => targetId);
    const spaces = await this.spaces.findVisible(actor, organizationId, idsOf('space'));
    const sites = await this.sites.findVisible(actor, organizationId, idsOf('site'));
    return targets.flatMap((target) => {
      const title = spaces.get(target.targetId)?.space.title ?? sites.get(target.targetId)?.site.title;
      return title === undefined ? [] : [{ target, title }];
    });
  }

  /** Further targets on which it could be installed, of the first hundred of each kind. */
  private async addable(actor: Actor, { installation, integration }: InstallationView, rows: TargetRow[]) {
    const { organizationId } = installation;
    const taken = new Set(rows.map(({ target }) => target.targetId));
    const isFor = (kind: 'space' | 'site') => integration.target === 'all' || integration.target === kind;
    const places: Place[] = [];
    if (isFor('space')) {
      const spaces = await this.spaces.list(actor, organizationId, { limit: MOST }, { isArchived: false });
      for (const { space } of spaces.items) places.push({ kind: 'space', id: space.id, title: space.title });
    }
    if (isFor('site'))
      for (const { site } of (await this.sites.list(actor, organizationId, { limit: MOST })).items)
        places.push({ kind: 'site', id: site.id, title: site.title });
    return places.filter(({ id }) => !taken.has(id));
  }
}
