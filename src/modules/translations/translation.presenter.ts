import type { Role } from '#platform/http/actor.js';
import type { Urls } from '#platform/http/urls.js';
import type { TranslationProvider } from './providers/translation-provider.js';
import type { RunReport } from './records/translation-run.entity.js';
import type { TranslationRun } from './records/translation-runs.repository.js';
import type { TranslationRow } from './records/translations.repository.js';
import type { RunReportResource, TranslationResource, TranslationRunResource } from './translation.dto.js';
import { translationVerdict } from './translation.policy.js';

/** A translation with what its presenter needs. */
export interface TranslationView {
  translation: TranslationRow;
  /** Of the actor on the source. */
  role: Role | null;
  provider: TranslationProvider['name'];
}

/** A translation as the API answers it. */
export function presentTranslation(
  { translation, role, provider }: TranslationView,
  urls: Urls,
): TranslationResource {
  const { organizationId, id, status, language, instructions, automatic, onSites, stats } = translation;
  const { spaceId, revisionId } = translation;
  return {
    object: 'translation',
    id,
    status,
    source: { space: translation.sourceSpaceId, language: translation.sourceLanguage },
    language,
    instructions,
    automatic,
    onSites,
    provider,
    ...(spaceId !== null && revisionId !== null
      ? { result: { space: spaceId, revision: revisionId, language } }
      : {}),
    createdAt: translation.createdAt.toISOString(),
    updatedAt: translation.updatedAt.toISOString(),
    stats: {
      runs: stats.runs,
      totalWords: stats.totalWords,
      totalPages: stats.totalPages,
      totalDuration: stats.totalDuration,
      latestRunDuration: stats.latestRunDuration,
      latestPages: stats.latestPages,
      latestWords: stats.latestWords,
      segments: stats.segments,
      remembered: stats.remembered,
      untranslated: stats.untranslated,
      promptTokens: stats.promptTokens,
      completionTokens: stats.completionTokens,
    },
    permissions: {
      view: translationVerdict(role, 'view').allowed,
      edit: translationVerdict(role, 'edit').allowed,
    },
    urls: { location: urls.api('orgs', organizationId, 'translations', id) },
  };
}

/** A run as the API answers it. */
export function presentRun(run: TranslationRun): TranslationRunResource {
  const { id, trigger, status, actorId, createdAt, startedAt, endedAt, done, total, error, report } = run;
  const { requests, promptTokens, completionTokens } = run;
  return {
    object: 'translation-run',
    id,
    trigger,
    status,
    ...(actorId === null ? {} : { createdBy: actorId }),
    createdAt: createdAt.toISOString(),
    ...(startedAt ? { startedAt: startedAt.toISOString() } : {}),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    progress: { done, total },
    cost: { requests, promptTokens, completionTokens },
    ...(error === null ? {} : { error }),
    ...(report ? { report: presentReport(report) } : {}),
  };
}

function presentReport(report: RunReport): RunReportResource {
  return {
    sourceRevision: report.sourceRevision,
    revision: report.revision,
    pages: report.pages,
    translatedPages: report.translatedPages,
    segments: report.segments,
    words: report.words,
    remembered: report.remembered,
    sentWords: report.sentWords,
    untranslated: report.untranslated,
    left: report.left.map(({ page, title, text }) => ({ page, title, text })),
    kept: report.kept,
    keptChanges: report.keptChanges.map(({ kind, page, title }) => ({ kind, page, title })),
    requests: report.requests,
    promptTokens: report.promptTokens,
    completionTokens: report.completionTokens,
  };
}
