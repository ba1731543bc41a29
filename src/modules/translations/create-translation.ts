import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Collections } from '#modules/collections/index.js';
import { emptyDocument } from '#modules/documents/index.js';
import { parseInstructions, requireMember } from '#modules/organizations/index.js';
import { Spaces, UpdateSpace } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { TranslationProviders } from './providers/translation-providers.js';
import { NO_STATS, type Translation, TranslationsRepository } from './records/translations.repository.js';
import { RunQueue } from './running/run-queue.js';
import type { CreateTranslationBody } from './translation.dto.js';
import { mayChangeSites, requireSites } from './translation.policy.js';
import type { TranslationView } from './translation.presenter.js';
import { auditTarget, Translations } from './translations.service.js';

/** Makes a translation and has it run for the first time, which makes the translated space. */
@Injectable()
export class CreateTranslation {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly updateSpace: UpdateSpace,
    private readonly collections: Collections,
    private readonly providers: TranslationProviders,
    private readonly translations: TranslationsRepository,
    private readonly queue: RunQueue,
    private readonly service: Translations,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Takes what duplicating the source takes. A source without a language gets the one that it is said to be in.
   * @throws NotFound for an organization or space that the actor does not see, Forbidden without the role `create` on it
   * and where it stands, BadRequest for instructions that are no document and for the language of the source, Conflict
   * when the source is translated into that language already, or comes from it; Forbidden also for `onSites` with a token that may
   * not change sites.
   */
  async execute(actor: Actor, organizationId: string, body: CreateTranslationBody): Promise<TranslationView> {
    requireMember(actor, organizationId);
    const { source, language } = body;
    const { space } = await this.spaces.requireSpace(actor, source.space, 'view');
    if (space.organizationId !== organizationId) throw new NotFound('space');
    await this.spaces.requireSpace(actor, source.space, 'manage');
    await this.collections.requireParent(actor, organizationId, space.parentId);
    if (source.language === language)
      throw new BadRequest(`language: the source is in "${language}" itself; choose another one.`);
    if (body.onSites) requireSites(actor);
    const now = this.clock.now();
    const provider = this.providers.current.name;
    const translation: Translation = {
      organizationId,
      id: newId(now.getTime()),
      sourceSpaceId: space.id,
      sourceLanguage: source.language,
      language,
      instructions: body.instructions === undefined ? emptyDocument() : parseInstructions(body.instructions),
      automatic: body.automatic ?? true,
      onSites: body.onSites ?? (provider !== 'pseudo' && mayChangeSites(actor)),
      spaceId: null,
      revisionId: null,
      machineRevisionId: null,
      stats: NO_STATS,
      actorId: actor.userId,
      createdAt: now,
      updatedAt: now,
    };
    return this.db.transaction(async () => {
      const known = (await this.spaces.lock(organizationId, space.id)).language;
      if (known !== null && known !== source.language)
        throw new BadRequest(
          `source.language: the space is in "${known}"; say that, or set the language of the space first.`,
        );
      await this.requireNewLanguage(translation);
      // Sites and search go by the language of the space: now it is known.
      if (known === null) await this.updateSpace.execute(actor, space.id, { language: source.language });
      await this.translations.insert(translation);
      const { id: translationId, automatic, onSites } = translation;
      await this.queue.add({ organizationId, translationId, trigger: 'created', actorId: actor.userId });
      const after = { space: space.id, language, automatic, onSites };
      await this.audit.record({
        organizationId,
        action: 'translation.created',
        target: auditTarget(translation),
        after,
      });
      return this.service.requireTranslation(actor, organizationId, translationId, 'edit');
    });
  }

  /** A translation of a translation must not lead back to where it came from. */
  private async requireNewLanguage({ organizationId, sourceSpaceId, language }: Translation): Promise<void> {
    const origins = await this.translations.listOrigins(organizationId, sourceSpaceId);
    if (origins.includes(language)) {
      throw new Conflict(
        `language: the space is itself translated from "${language}"; use the space that it was translated from.`,
      );
    }
  }
}
