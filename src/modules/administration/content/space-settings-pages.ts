import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Collections } from '#modules/collections/index.js';
import { Projection } from '#modules/content/index.js';
import {
  answerForms,
  AppRoute,
  type FormState,
  type MemberRequest,
  MemberShell,
} from '#modules/member-pages/index.js';
import { organizationVerdict } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Sites, SiteSpaces } from '#modules/sites/index.js';
import { restorableUntil, type SpaceRecord, Spaces, verdictOn } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { FindRulePeople, type RulePeople } from '../settings/rules/rule-people.js';
import { CollectionPaths } from './collection-paths.js';
import { contentUrls } from './content-frame.js';
import { MOST_COLLECTIONS } from './content-list-pages.js';
import { OtherOrganizations } from './other-organizations.js';
import { SpaceSettingsForms } from './space-settings-forms.js';
import type { ShowingSites } from './space-endings.js';
import { spaceSettings } from './space-settings.js';

const NOBODY: RulePeople = { names: new Map(), choices: [] };

/** `/app/s/{space}/~/settings`: what a space is called and how it is edited, its place, and its end. */
@Injectable()
export class SpaceSettingsPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly projection: Projection,
    private readonly sites: Sites,
    private readonly siteSpaces: SiteSpaces,
    private readonly others: OtherOrganizations,
    private readonly forms: SpaceSettingsForms,
    private readonly rulePeople: FindRulePeople,
  ) {}

  /** @throws NotFound for a space that the member does not see, Forbidden for a form without the role. */
  @AppRoute('/s/:space/~/settings', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'collection:read'],
    formScopes: ['space:metadata:write'],
    operations: [
      ...['updateSpaceById', 'moveSpace', 'duplicateSpace', 'transferSpace'],
      ...['archiveSpace', 'unarchiveSpace', 'deleteSpaceById'],
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space } = await this.spaces.requireSpace(actor, params['space'] ?? '', 'view');
    const urls = contentUrls(this.config.basePath, space.organizationId);
    return answerForms(request, message, {
      here: urls.spaceSettings(space.id),
      actions: this.forms.actions(actor, space, urls),
      show: (state) => this.page(request, space.id, state),
    });
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const found = await this.spaces.requireSpace(actor, id, 'view');
    const { space, role, permissions } = found;
    const { organizationId } = space;
    const known = await this.collections.list(actor, organizationId, true, { limit: MOST_COLLECTIONS });
    const standing = actor.memberships.get(organizationId);
    const mayTransfer = role === 'admin';
    const pages = await this.projection.listPages(organizationId, id, space.snapshot);
    const view = {
      space,
      mayManage: permissions.admin,
      mayDelete: verdictOn(found, 'delete').allowed,
      paths: new CollectionPaths(known.items),
      mayRoot: organizationVerdict(standing, 'createContent').allowed,
      mayTransfer,
      organizations: mayTransfer ? await this.others.list(actor, organizationId) : [],
      sites: await this.sitesOf(actor, space),
      pages: pages?.length ?? null,
      restorableUntil: restorableUntil(this.clock.now()),
      rulePeople: permissions.admin ? await this.rulePeople.ofSpace(space) : NOBODY,
      state,
    };
    return this.shell.show(request, spaceSettings(this.config.basePath, view), state.status);
  }

  /** The sites that show the space: those that the member sees by name, and the number of the others. */
  private async sitesOf(actor: Actor, { organizationId, id }: SpaceRecord): Promise<ShowingSites> {
    const ids = await this.siteSpaces.siteIdsOf(organizationId, id);
    const visible = await this.sites.findVisible(actor, organizationId, ids);
    const named = [...visible.values()].map(({ site }) => ({ id: site.id, title: site.title }));
    return { named, hidden: ids.length - named.length };
  }
}
