import { Injectable } from '@nestjs/common';
import { UserTokens } from '#modules/users/index.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { currentContext, runWithContext } from '#platform/logging/context.js';
import { EditSiteSpaces } from './edit-site-spaces.service.js';
import { addCopy } from './model/spaces.js';
import { SiteStructureRepository } from './site-structure.repository.js';
import { type SiteKey, SiteStructures } from './site-structures.service.js';

type Translated = EventMap['translation.completed'];

/** Puts translated spaces beside their source on sites, as languages to choose from. */
@Injectable()
export class ShowTranslations {
  constructor(
    private readonly users: UserTokens,
    private readonly repository: SiteStructureRepository,
    private readonly structures: SiteStructures,
    private readonly siteSpaces: EditSiteSpaces,
  ) {}

  /** As whoever made the translation: sites that they may not manage stay as they are. */
  @OnEvent('translation.completed', 'show-on-sites')
  async translationCompleted(translated: Translated): Promise<void> {
    const { organizationId, sourceSpaceId, spaceId, onSites, actorId } = translated;
    const actor = onSites ? await this.users.findActor(actorId) : null;
    if (!actor) return;
    const sites = await this.repository.listSitesToComplete(organizationId, sourceSpaceId, spaceId);
    await runWithContext({ ...currentContext(), actor: actorId }, async () => {
      for (const siteId of sites) await this.show(actor, { organizationId, siteId }, translated);
    });
  }

  private async show(
    actor: Actor,
    key: SiteKey,
    { sourceSpaceId, spaceId, language }: Translated,
  ): Promise<void> {
    try {
      await this.structures.change(actor, key, async (structure) => {
        const { spaces } = structure.items;
        const source = spaces.find((one) => one.spaceId === sourceSpaceId);
        // Meanwhile somebody may have put it there, or taken the source away.
        if (!source || spaces.some((one) => one.spaceId === spaceId)) return;
        await this.siteSpaces.requireShowable(actor, key.organizationId, spaceId);
        addCopy(structure, source, { id: newId(), spaceId, title: language });
      });
    } catch (error) {
      if (!(error instanceof Forbidden || error instanceof NotFound)) throw error;
    }
  }
}
