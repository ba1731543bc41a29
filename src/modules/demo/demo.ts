import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BUNDLED, ChangeTargets, Install } from '#modules/integrations/index.js';
import { ImportFolder, openFolder } from '#modules/git/index.js';
import type { FirstStartResult } from '#modules/organizations/index.js';
import { Sites } from '#modules/sites/index.js';
import { CreateSpace } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { Logger } from '#platform/logging/logger.js';
import { packageRoot } from '#platform/package-root.js';
import { DemoRepository } from './demo.repository.js';

/** The demo: Bindery's own guide as a space, published as a site, made once on the first start. */
@Injectable()
export class Demo {
  constructor(
    private readonly config: Config,
    private readonly logger: Logger,
    private readonly parts: DemoRepository,
    private readonly createSpace: CreateSpace,
    private readonly importFolder: ImportFolder,
    private readonly sites: Sites,
    private readonly install: Install,
    private readonly targets: ChangeTargets,
  ) {}

  /**
   * Makes what of the demo was never made; what somebody deleted stays deleted.
   * @returns address of the demo site while it is published, else null.
   */
  async run({ organization, user, token }: FirstStartResult): Promise<string | null> {
    const isFresh = token !== undefined || (await this.isUnfinished());
    if (!this.config.demo || (!isFresh && (await this.parts.find('site')) === null)) return null;
    const actor = administrator(user.id, organization.id);
    const folder = join(packageRoot(), 'docs');
    if (isFresh && existsSync(folder)) await this.make(actor, organization.id, folder);
    return this.addressOf(actor, organization.id);
  }

  private async make(actor: Actor, organizationId: string, folder: string): Promise<void> {
    const spaceId = await this.parts.once('space', async () => {
      const input = { title: 'Bindery guide', emoji: '1f4d6', empty: true };
      return (await this.createSpace.execute(actor, organizationId, input)).space.id;
    });
    await this.parts.once('integrations', async () => {
      for (const name of BUNDLED) await this.installOn(actor, organizationId, spaceId, name);
      return BUNDLED.join(' ');
    });
    const importer = { organizationId, userId: actor.userId };
    const { warnings } = await this.importFolder.run(importer, spaceId, await openFolder(folder));
    // The records of decisions in docs/adr are for engineers: the guide leaves them out on purpose.
    const flaws = warnings.filter(({ kind }) => kind !== 'unlisted');
    for (const warning of flaws) this.logger.warn('The demo has a flaw', { warning });
    await this.parts.once('site', async () => {
      const { site } = await this.sites.create(actor, organizationId, {
        title: 'Bindery',
        visibility: 'public',
        spaces: [spaceId],
      });
      await this.sites.publish(actor, organizationId, site.id);
      return site.id;
    });
  }

  private async installOn(
    actor: Actor,
    organizationId: string,
    spaceId: string,
    name: string,
  ): Promise<void> {
    const { installation } = await this.install.execute(actor, name, organizationId);
    const address = { name, installationId: installation.id, kind: 'space' as const, targetId: spaceId };
    await this.targets.install(actor, address);
  }

  /** A first start that was cut off made the space and not the site. */
  private async isUnfinished(): Promise<boolean> {
    return (await this.parts.find('space')) !== null && (await this.parts.find('site')) === null;
  }

  private async addressOf(actor: Actor, organizationId: string): Promise<string | null> {
    const siteId = await this.parts.find('site');
    return siteId === null ? null : this.sites.findAddress(actor, organizationId, siteId);
  }
}

/** The installation itself acts for its first administrator. */
function administrator(userId: string, organizationId: string): Actor {
  return {
    kind: 'user',
    userId,
    tokenId: '',
    scopes: null,
    proof: 'token',
    ssoOrganizationId: null,
    memberships: new Map([[organizationId, 'admin']]),
    teamIds: [],
  };
}
