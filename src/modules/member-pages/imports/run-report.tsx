import { Icon } from '#modules/publishing/index.js';
import { PostForm } from '../forms.js';
import { Ago } from '../shell/ago.js';
import { KIND_TITLES, type RunReport, type RunState, type RunView } from './import-report.js';

const MOST_MESSAGES = 200;
const MOST_PLACES = 8;
const MOST_PAGES = 200;

const SAID: Record<RunState, string> = {
  running: 'This page follows it by itself. You may leave it: the import goes on.',
  done: 'The import is done.',
  failed: 'The import failed; nothing of it is in the space.',
  cancelled: 'The import was cancelled; nothing of it is in the space.',
};

/**
 * The progress of an import, and its report by kind.
 * @param root address of the space.
 * @param published address at which readers find the space; null while no site shows it.
 */
export function RunReportView({
  run,
  root,
  published,
}: {
  run: RunReport;
  root: string;
  published: string | null;
}) {
  const { state, error, groups, pages, changeRequest } = run;
  const content = changeRequest === null ? root : `${root}/~/changes/${encodeURIComponent(changeRequest)}`;
  return (
    <>
      <RunProgressView run={run} said={SAID[state]} />
      {error !== null && (
        <p class="member-problem review-outcome" role="alert">
          {error}
        </p>
      )}
      {state === 'done' && (
        <NextSteps content={content} published={published} changeRequest={changeRequest} />
      )}
      {run.mayCancel && (
        <PostForm>
          <button class="button button-secondary button-small" name="do" value="cancel">
            Cancel the import
          </button>
        </PostForm>
      )}
      {groups.length > 0 && <WarningReport groups={groups} />}
      {pages.length > 0 && <Pages pages={pages} content={content} />}
    </>
  );
}

/**
 * The progress of a run; the bundle `imports` follows it and loads the page again when it ends.
 * @param said a sentence about its state.
 */
export function RunProgressView({
  run,
  said,
}: {
  run: Pick<RunReport, 'api' | 'share'> & Omit<RunView, 'href' | 'source'>;
  said: string;
}) {
  const isRunning = run.state === 'running';
  return (
    <>
      <p class="member-hint">
        Started <Ago at={run.at} />
      </p>
      <div role="status" data-run={isRunning ? run.api : undefined}>
        <p>
          <strong>{run.progress}</strong>
        </p>
        {isRunning && (
          <progress class="import-progress" value={run.share ?? undefined} aria-label="Progress" />
        )}
        <p>{said}</p>
      </div>
    </>
  );
}

/** The report of a run, by kind. */
export function WarningReport({ groups }: Pick<RunReport, 'groups'>) {
  return (
    <section aria-labelledby="report">
      <h2 id="report">Report</h2>
      {groups.map(({ kind, count, messages }, index) => (
        <details class="import-group" open={index === 0 || count <= 5}>
          <summary>
            <Icon name="chevron-right" className="chevron" /> {KIND_TITLES[kind] ?? kind}{' '}
            <span class="member-badge">{count}</span>
          </summary>
          <ul>
            {messages.slice(0, MOST_MESSAGES).map(({ message, places }) => (
              <li>
                <span dir="auto">{message}</span>
                <p class="app-list-facts" dir="auto">
                  {places.slice(0, MOST_PLACES).join(', ')}
                  {places.length > MOST_PLACES && ` and ${places.length - MOST_PLACES} more`}
                </p>
              </li>
            ))}
          </ul>
          {messages.length > MOST_MESSAGES && <p>And {messages.length - MOST_MESSAGES} more of this kind.</p>}
        </details>
      ))}
    </section>
  );
}

function Pages({ pages, content }: { pages: RunReport['pages']; content: string }) {
  return (
    <section aria-labelledby="imported-pages">
      <h2 id="imported-pages">Pages</h2>
      <ul class="import-pages">
        {pages.slice(0, MOST_PAGES).map(({ id, title }) => (
          <li>
            <a href={`${content}/~/pages/${encodeURIComponent(id)}`} dir="auto">
              {title}
            </a>
          </li>
        ))}
      </ul>
      {pages.length > MOST_PAGES && <p>And {pages.length - MOST_PAGES} more.</p>}
    </section>
  );
}

function NextSteps({
  content,
  published,
  changeRequest,
}: {
  content: string;
  published: string | null;
  changeRequest: string | null;
}) {
  return (
    <p class="member-actions">
      <a class="button button-primary button-small" href={content}>
        Look at the pages
      </a>
      {changeRequest === null && published !== null && (
        <a class="button button-secondary button-small" href={published}>
          Open the published page
        </a>
      )}
      {changeRequest !== null && (
        <a class="button button-secondary button-small" href={`${content}/~/review`}>
          Review the change request
        </a>
      )}
    </p>
  );
}
