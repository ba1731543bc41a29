import type {
  GitSyncOperationResource,
  GitSyncStateResource,
  ImportReportResource,
  ImportRunResource,
} from './git.dto.js';
import type { GitRun } from './runs/git-runs.repository.js';

export function presentRun(run: GitRun): ImportRunResource {
  const { id, kind, source, state, stage, done, total, report, error } = run;
  return {
    object: 'import-run',
    id,
    kind,
    source,
    state,
    stage,
    done,
    total,
    createdAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(run.completedAt ? { completedAt: run.completedAt.toISOString() } : {}),
    ...(error === null ? {} : { error }),
    ...(report === null ? {} : { report: presentReport(report) }),
  };
}

function presentReport(report: NonNullable<GitRun['report']>): ImportReportResource {
  const { space, revision, pages, files, warnings, sync } = report;
  return {
    space,
    revision,
    pages,
    files,
    warnings: warnings.map(({ file, line, kind, message }) => ({ file, line, kind, message })),
    ...(sync ? { sync } : {}),
  };
}

/** The repository of a space, from its newest run. */
export function presentGitState(run: GitRun): GitSyncStateResource {
  const { treeUrl, provider } = run.input;
  const guessed = guessProvider(run.source);
  const installationProvider = provider ?? guessed;
  return {
    repoName: new URL(run.source).pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, ''),
    ...(installationProvider ? { installationProvider } : {}),
    url: treeUrl ?? run.source,
    updatedAt: run.updatedAt.toISOString(),
    operation: presentOperation(run),
  };
}

function presentOperation(run: GitRun): GitSyncOperationResource {
  return {
    state: run.state,
    direction: run.kind === 'git-export' ? 'export' : 'import',
    stage: run.stage,
    dispatchedTasks: run.total,
    completedTasks: run.done,
    startedAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(run.state === 'success' && run.completedAt ? { completedAt: run.completedAt.toISOString() } : {}),
    ...(run.error === null ? {} : { error: run.error }),
  };
}

function guessProvider(url: string): 'github' | 'gitlab' | undefined {
  const { hostname } = new URL(url);
  if (hostname === 'github.com') return 'github';
  return hostname === 'gitlab.com' ? 'gitlab' : undefined;
}
