import { Injectable } from '@nestjs/common';
import { validBody } from '#modules/member-pages/index.js';
import {
  type MergeRule,
  organizationUpdateOf,
  Organizations,
  UpdateOrganization,
  UpdateOrganizationBody,
} from '#modules/organizations/index.js';
import { Spaces, UpdateSpace, UpdateSpaceBody } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';

/** Changes one merge rule of an organization or of a space at a time, so that two people do not undo each other's work. */
@Injectable()
export class RuleChanges {
  constructor(
    private readonly db: Database,
    private readonly organizations: Organizations,
    private readonly updating: UpdateOrganization,
    private readonly spaces: Spaces,
    private readonly updatingSpace: UpdateSpace,
  ) {}

  /** @throws what `change` throws; NotFound, Forbidden */
  async ofOrganization(
    actor: Actor,
    organizationId: string,
    change: (rules: readonly MergeRule[]) => MergeRule[],
  ): Promise<void> {
    await this.db.transaction(async () => {
      const { mergeRules } = await this.organizations.lockOrganization(organizationId);
      const rules = change(mergeRules.type === 'rules' ? mergeRules.rules : []);
      const wanted = rules.length === 0 ? { type: 'none' } : { type: 'rules', rules };
      const body = await validBody(UpdateOrganizationBody, { mergeRules: wanted });
      await this.updating.run(actor, organizationId, organizationUpdateOf(body));
    });
  }

  /**
   * With the first rule, the space no longer takes over the rules of the organization. Without the last one it has none, until somebody
   * lets it take over those of the organization again. @throws as `ofOrganization`
   */
  async ofSpace(
    actor: Actor,
    { organizationId, id }: { organizationId: string; id: string },
    change: (rules: readonly MergeRule[]) => MergeRule[],
  ): Promise<void> {
    await this.db.transaction(async () => {
      const { mergeRules } = await this.spaces.lock(organizationId, id);
      const rules = change(mergeRules.type === 'rules' ? mergeRules.rules : []);
      const wanted = rules.length === 0 ? { type: 'none' } : { type: 'rules', rules };
      const body = await validBody(UpdateSpaceBody, { mergeRules: wanted });
      await this.updatingSpace.execute(actor, id, body);
    });
  }
}
