import { Injectable } from '@nestjs/common';
import {
  type ContentConflict,
  ContentStore,
  type PreparedMerge,
  Revisions,
  withPreparedMerge,
} from '#modules/content/index.js';
import {
  DuplicateSpace,
  languageName,
  SpaceBranches,
  type SpaceRecord,
  Spaces,
} from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { TranslationUsage } from '../providers/translation-provider.js';
import type { KeptChange, RunReport } from '../records/translation-run.entity.js';
import type { TranslationStats } from '../records/translation.entity.js';
import type { TranslationRun } from '../records/translation-runs.repository.js';
import { type Translation, TranslationsRepository } from '../records/translations.repository.js';
import { beginningOf } from './cut-text.js';
import { RunLost } from '#platform/runs/heartbeat.js';
import { RunFailed } from './run-failed.js';
import type { TranslatedContent } from './translate-content.js';
import { RunQueue } from './run-queue.js';

/** Translations as the machine made them are revisions of a separate branch: the next run starts from the newest. */
const MACHINE_BRANCH = 'translation';
const MAX_KEPT = 50;
const MAX_TITLE = 50;

/** Content of the source at one of its revisions. */
type SourceRevision = Pick<SpaceRecord, 'id' | 'title' | 'revisionId'>;

interface Target {
  space: SpaceRecord;
  isNew: boolean;
  /** The machine's latest output in the translated space. */
  base: { revisionId: string; snapshot: string };
}

interface Written {
  /** Revision of the space after the latest run that wrote to it. */
  revision: string;
  isWritten: boolean;
  machine: string;
  kept: ContentConflict[];
}

/**
 * Brings what was translated into the translated space, in the transaction that ends the run: a run that was stopped
 * leaves nothing behind, and one that is tried again brings nothing twice.
 */
@Injectable()
export class LandTranslation {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly content: ContentStore,
    private readonly revisions: Revisions,
    private readonly spaces: Spaces,
    private readonly branches: SpaceBranches,
    private readonly duplicate: DuplicateSpace,
    private readonly tokens: UserTokens,
    private readonly translations: TranslationsRepository,
    private readonly queue: RunQueue,
  ) {}

  /**
   * Merges the difference between what was translated before and now into what the space has: what somebody wrote there
   * stays, and where the source changed the same thing, the report says so.
   * @param cost what this attempt paid; `run` knows what those before it did.
   * @throws RunLost when the translation was deleted or the run is no longer this process's; RunFailed, NotFound and
   * Forbidden when the space has to be made and whoever asked for the run, or else made the translation, may not.
   */
  land(
    run: TranslationRun,
    source: SourceRevision,
    made: TranslatedContent,
    cost: TranslationUsage,
  ): Promise<void> {
    return withPreparedMerge(
      (prepared) => this.db.transaction(() => this.landWith(run, source, made, cost, prepared)),
      (input) => this.content.prepareMerge(run.organizationId, input),
    );
  }

  private async landWith(
    run: TranslationRun,
    source: SourceRevision,
    made: TranslatedContent,
    cost: TranslationUsage,
    prepared: PreparedMerge | undefined,
  ): Promise<void> {
    const translation = await this.translations.lock(run.organizationId, run.translationId);
    if (!translation) throw new RunLost();
    const actorId = run.actorId ?? translation.actorId;
    const target = await this.targetOf({ ...translation, actorId }, source);
    const { revision, isWritten, machine, kept } = await this.write(translation, target, made, prepared);
    const report: RunReport = {
      ...made.report,
      ...addedUp(run, cost),
      sourceRevision: source.revisionId,
      revision,
      pages: made.pages,
      translatedPages: made.translatedPages,
      left: made.left,
      kept: kept.length,
      keptChanges: kept.slice(0, MAX_KEPT).map((conflict) => describe(conflict, made.titles)),
    };
    const now = this.clock.now();
    await this.translations.update(translation, {
      spaceId: target.space.id,
      revisionId: revision,
      machineRevisionId: machine,
      stats: addUp(translation.stats, report, now.getTime() - (run.startedAt ?? now).getTime()),
      updatedAt: now,
    });
    if (isWritten) await this.announce(translation, target);
    if (!(await this.queue.end(run, { report }))) throw new RunLost();
  }

  /** The translated space, locked; made anew when it does not exist or was deleted. */
  private async targetOf(translation: Translation, source: SourceRevision): Promise<Target> {
    const { organizationId, spaceId, machineRevisionId } = translation;
    const known = await this.spaces.findRecords(organizationId, spaceId === null ? [] : [spaceId]);
    const found = known.get(spaceId ?? '');
    if (found?.deletedAt === null && machineRevisionId !== null) {
      const space = await this.spaces.lock(organizationId, found.id);
      const { id: revisionId, snapshot } = await this.revisions.getRevision(
        organizationId,
        machineRevisionId,
      );
      return { space, isNew: false, base: { revisionId, snapshot } };
    }
    const { id } = await this.makeSpace(translation, source);
    const space = await this.spaces.lock(organizationId, id);
    return { space, isNew: true, base: space };
  }

  /** A copy of the source, to begin with: it has its place and audience, and what is shared is shared. */
  private async makeSpace(
    { actorId, language }: Translation,
    { id, title }: SourceRevision,
  ): Promise<SpaceRecord> {
    const actor = await this.tokens.findActor(actorId);
    if (!actor) throw new RunFailed('The user who made this translation was deleted; make it anew.');
    const suffix = ` (${languageName(language)})`;
    const named = beginningOf(title, MAX_TITLE - suffix.length).trimEnd() + suffix;
    return (await this.duplicate.execute(actor, id, { title: named, language })).space;
  }

  private async write(
    { organizationId, actorId: author, sourceLanguage, revisionId }: Translation,
    { space, base, isNew }: Target,
    { snapshot: mine }: TranslatedContent,
    prepared: PreparedMerge | undefined,
  ): Promise<Written> {
    const { id: spaceId, revisionId: head } = space;
    const nothing = { revision: isNew ? head : (revisionId ?? head), isWritten: isNew };
    if (mine === base.snapshot) return { ...nothing, machine: base.revisionId, kept: [] };
    const { id: machine } = await this.revisions.commit(organizationId, {
      ...{ spaceId, changeRequestId: MACHINE_BRANCH, type: 'edits', author },
      parents: [base.revisionId],
      snapshot: mine,
    });
    const three = { base: base.snapshot, main: space.snapshot, mine };
    const { snapshot, kept } = await this.content.mergeInto(organizationId, three, prepared);
    if (snapshot === space.snapshot) return { ...nothing, machine, kept };
    const message = `Translation from "${sourceLanguage}"`;
    const commit = { type: 'merge' as const, merged: machine, snapshot, message };
    const { id: revision } = await this.branches.of(space).commit({ userId: author }, commit);
    return { revision, isWritten: true, machine, kept };
  }

  private async announce(translation: Translation, { space, isNew }: Target): Promise<void> {
    const { organizationId, sourceSpaceId, language, actorId } = translation;
    await this.events.publish('translation.completed', {
      ...{ organizationId, sourceSpaceId, spaceId: space.id, language, actorId },
      onSites: translation.onSites && isNew,
    });
  }
}

function describe({ kind, page }: ContentConflict, titles: ReadonlyMap<string, string>): KeptChange {
  const title = titles.get(page ?? '');
  return {
    kind,
    ...(page === undefined ? {} : { page }),
    ...(title === undefined ? {} : { title }),
  };
}

function addUp(before: TranslationStats, report: RunReport, milliseconds: number): TranslationStats {
  const duration = Math.round(milliseconds / 1000);
  return {
    runs: before.runs + 1,
    totalWords: before.totalWords + report.sentWords,
    totalPages: report.pages,
    totalDuration: before.totalDuration + duration,
    latestRunDuration: duration,
    latestPages: report.translatedPages,
    latestWords: report.sentWords,
    segments: report.segments,
    remembered: report.remembered,
    untranslated: report.untranslated,
    // Added when they were paid.
    promptTokens: before.promptTokens,
    completionTokens: before.completionTokens,
  };
}

const addedUp = (one: TranslationUsage, other: TranslationUsage): TranslationUsage => ({
  requests: one.requests + other.requests,
  promptTokens: one.promptTokens + other.promptTokens,
  completionTokens: one.completionTokens + other.completionTokens,
});
