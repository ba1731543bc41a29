import { Injectable } from '@nestjs/common';
import { requireAllowed } from '#modules/access/index.js';
import { AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { serializeMarkdown } from '#modules/documents/index.js';
import { parseInstructions, requireMember } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { TranslationProviders } from './providers/translation-providers.js';
import { type TranslationRun, TranslationRunsRepository } from './records/translation-runs.repository.js';
import { type Translation, TranslationsRepository } from './records/translations.repository.js';
import { RunQueue } from './running/run-queue.js';
import { TranslationRunWorker } from './running/translation-run-worker.js';
import { requireSites, type TranslationAction, translationVerdict } from './translation.policy.js';
import type { TranslationView } from './translation.presenter.js';
import type { PatchTranslationBody } from './translation.dto.js';

/** Translations as people ask for them. */
@Injectable()
export class Translations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly providers: TranslationProviders,
    private readonly translations: TranslationsRepository,
    private readonly runs: TranslationRunsRepository,
    private readonly queue: RunQueue,
    private readonly worker: TranslationRunWorker,
    private readonly audit: AuditLog,
  ) {}

  /** Translations of spaces that the actor may see, newest first. @throws NotFound */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<TranslationView>> {
    requireMember(actor, organizationId);
    const found = await this.translations.list(actor, organizationId, page);
    return mapPage(found, ({ role, ...translation }) => ({ translation, role, provider: this.provider }));
  }

  /** @throws NotFound for one that is unknown or whose source is not visible; Forbidden when the role on it does not suffice. */
  async requireTranslation(
    actor: Actor,
    organizationId: string,
    id: string,
    action: TranslationAction,
  ): Promise<TranslationView> {
    requireMember(actor, organizationId);
    const translation = await this.translations.find(organizationId, id);
    if (!translation) throw new NotFound('translation');
    const { sourceSpaceId } = translation;
    const source = (await this.spaces.findVisible(actor, organizationId, [sourceSpaceId])).get(sourceSpaceId);
    const role = source?.role ?? null;
    requireAllowed('translation', translationVerdict(role, action));
    return { translation, role, provider: this.provider };
  }

  /** Runs of a translation, newest first. @throws NotFound */
  async listRuns(
    actor: Actor,
    organizationId: string,
    id: string,
    page: PageRequest,
  ): Promise<Page<TranslationRun>> {
    await this.requireTranslation(actor, organizationId, id, 'view');
    return this.runs.list(organizationId, id, page);
  }

  /** The newest run of each of these translations, by their id; they are ones that the actor was shown. */
  findNewestRuns(
    organizationId: string,
    views: readonly TranslationView[],
  ): Promise<Map<string, TranslationRun>> {
    return this.runs.findNewest(
      organizationId,
      views.map(({ translation }) => translation.id),
    );
  }

  /**
   * Writes what differs. What translators are to mind changes what they write: the translation is run again. Whoever puts it on
   * sites answers for that: it happens with their rights from then on, not with those of whoever made it.
   * @throws as `require`; BadRequest for instructions that are no document, Forbidden for tokens that may not change sites.
   */
  async update(
    actor: Actor,
    organizationId: string,
    id: string,
    update: PatchTranslationBody,
  ): Promise<TranslationView> {
    await this.requireTranslation(actor, organizationId, id, 'edit');
    const wanted: Partial<Translation> = {
      ...(update.instructions === undefined ? {} : { instructions: parseInstructions(update.instructions) }),
      ...(update.automatic === undefined ? {} : { automatic: update.automatic }),
      ...(update.onSites === undefined ? {} : { onSites: update.onSites }),
    };
    return this.db.transaction(async () => {
      const translation = await this.translations.lock(organizationId, id);
      if (!translation) throw new NotFound('translation');
      const [before, after] = [auditFields(translation), auditFields({ ...translation, ...wanted })];
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        const isPutOnSites = !before.onSites && after.onSites;
        if (isPutOnSites) requireSites(actor);
        const { actorId } = isPutOnSites ? { actorId: actor.userId } : translation;
        await this.translations.update(translation, { ...wanted, actorId, updatedAt: this.clock.now() });
        const target = auditTarget(translation);
        await this.audit.record({ organizationId, action: 'translation.updated', target, before, after });
        if (before.instructions !== after.instructions)
          await this.request(actor, translation, 'instructions');
        if (isPutOnSites) await this.announce({ ...translation, actorId });
      }
      return this.requireTranslation(actor, organizationId, id, 'edit');
    });
  }

  /** Has it run once more, now; one that waits already is the one. @throws as `require`. */
  async run(actor: Actor, organizationId: string, id: string): Promise<void> {
    const { translation } = await this.requireTranslation(actor, organizationId, id, 'edit');
    await this.db.transaction(async () => {
      if (!(await this.translations.lock(organizationId, id))) throw new NotFound('translation');
      await this.request(actor, translation, 'asked');
      await this.audit.record({
        organizationId,
        action: 'translation.run',
        target: auditTarget(translation),
      });
    });
  }

  /**
   * Ends a translation and its current run; the translated space stays. Succeeds for an unknown translation.
   * @throws NotFound for an organization of others, Forbidden below the needed role.
   */
  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireMember(actor, organizationId);
    const view = await this.requireTranslation(actor, organizationId, id, 'edit').catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (!view) return;
    const { translation } = view;
    await this.db.transaction(async () => {
      if (!(await this.translations.delete(translation))) return;
      const target = auditTarget(translation);
      await this.audit.record({ organizationId, action: 'translation.deleted', target });
    });
    this.worker.stop(id);
  }

  private async request(
    actor: Actor,
    { organizationId, id: translationId }: Translation,
    trigger: 'asked' | 'instructions',
  ): Promise<void> {
    await this.queue.add({ organizationId, translationId, trigger, actorId: actor.userId });
  }

  /** Sites are to show what is there already. */
  private async announce(translation: Translation): Promise<void> {
    const { organizationId, sourceSpaceId, spaceId, language, actorId } = translation;
    if (spaceId === null) return;
    await this.events.publish('translation.completed', {
      ...{ organizationId, sourceSpaceId, spaceId, language, actorId },
      onSites: true,
    });
  }

  /** The current provider. */
  get provider(): TranslationView['provider'] {
    return this.providers.current.name;
  }
}

/** The translation as the audit log names it. */
export function auditTarget({
  id,
  sourceLanguage,
  language,
}: Pick<Translation, 'id' | 'sourceLanguage' | 'language'>): AuditRecord['target'] {
  return { type: 'translation', id, label: `${sourceLanguage} → ${language}` };
}

function auditFields({ instructions, automatic, onSites }: Translation) {
  return { instructions: serializeMarkdown(instructions), automatic, onSites };
}
