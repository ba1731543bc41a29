import { counted } from '../counted.js';
import { languageName } from '#modules/spaces/index.js';
import type { TranslationRun, TranslationView } from '#modules/translations/index.js';
import { MemberTime } from '../member-time.js';
import type { ShownSpace, TranslationRowView } from './translation-page.types.js';
import { PostForm } from '../forms.js';

/** A language as English calls it: `Brazilian Portuguese`. */
export const nameOf = (language: string): string => languageName(language, 'en');

/** Said wherever texts are changed in letters only. */
export function PseudoWarning() {
  return (
    <p role="note">
      <strong>This is a test, no translation.</strong> No translator is set up here: letters get accents and
      texts get longer.
    </p>
  );
}

/** Status of a translation: that of its open run, else the outcome of the newest one. */
export function statusOf({ view: { translation }, latest }: TranslationRowView): string {
  return translation.status === 'completed' && latest?.status === 'failed' ? 'failed' : translation.status;
}

export function providerOf({ provider }: TranslationView): string {
  return provider === 'pseudo' ? 'test (pseudo-localisation)' : 'chat model';
}

/** The translated space, as far as there is one for the reader. */
export function Result({ base, result }: { base: string; result: TranslationRowView['result'] }) {
  if (result === null) return <>Not made yet</>;
  if (result === 'hidden') return <>Not there, or not visible to you</>;
  return <SpaceLink base={base} space={result} />;
}

export function SpaceLink({ base, space }: { base: string; space: ShownSpace }) {
  return (
    <a href={`${base}/app/s/${encodeURIComponent(space.id)}`} dir="auto">
      {space.title}
    </a>
  );
}

/** When a run was, and for how long. */
export function RunTime({ run: { createdAt, startedAt, endedAt } }: { run: TranslationRun }) {
  const seconds = startedAt && endedAt && Math.round((endedAt.getTime() - startedAt.getTime()) / 1000);
  return (
    <>
      <MemberTime at={startedAt ?? createdAt} />
      {seconds !== null && <p class="member-hint">{seconds < 1 ? 'under 1 s' : `${seconds} s`}</p>}
    </>
  );
}

/** Outcome of a run in words, as far as it is known. */
export function RunOutcome({ run: { status, done, total, error, report } }: { run: TranslationRun }) {
  if (error !== null) return <span class="member-problem">{error}</span>;
  if (!report) return <>{status === 'running' ? `${done} of ${total} texts so far` : 'Nothing yet'}</>;
  const { translatedPages, pages, sentWords, kept, untranslated } = report;
  return (
    <>
      {`${translatedPages} of ${counted(pages, 'page')}, ${counted(sentWords, 'word')} sent`}
      {kept > 0 && `, ${counted(kept, 'edit')} by hand kept`}
      {untranslated > 0 && `, ${counted(untranslated, 'text')} left untranslated`}
    </>
  );
}

export function RunForm({ action, what }: { action: string; what: string }) {
  return (
    <PostForm action={action}>
      <button
        type="submit"
        name="do"
        value="run"
        class="button button-secondary"
        aria-label={`Run now: ${what}`}
      >
        Run now
      </button>
    </PostForm>
  );
}
