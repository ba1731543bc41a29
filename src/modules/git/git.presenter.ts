import type {
  GitSyncOperationResource,
  GitSyncStateResource,
  ImportReportResource,
  ImportRunResource,
} from './git.dto.js';
import type { GitConnection } from './sync/git-connections.repository.js';
import { repositoryNameOf } from './sync/repository-place.js';
import { gitSyncOf } from './sync/space-git-sync.js';
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

/** The connection of a space, and its last work with a repository. */
export interface GitState {
  connection: GitConnection | null;
  /** The newest one with a repository. */
  run: GitRun | null;
}

/** The repository of a space: the one that it is synced with, or that of its newest run. */
export function presentGitState({ connection, run }: GitState): GitSyncStateResource {
  return {
    ...(connection ? gitSyncOf(connection) : run ? presentSource(run) : {}),
    ...(run ? { operation: presentOperation(run) } : {}),
  };
}

function presentSource(run: GitRun): Omit<GitSyncStateResource, 'operation'> {
  const { treeUrl, provider } = run.input;
  const installationProvider = provider ?? guessProvider(run.source);
  return {
    repoName: repositoryNameOf(run.source),
    ...(installationProvider ? { installationProvider } : {}),
    url: treeUrl ?? run.source,
    updatedAt: run.updatedAt.toISOString(),
  };
}

function presentOperation(run: GitRun): GitSyncOperationResource {
  return {
    state: run.state,
    direction: directionOf(run),
    stage: run.stage,
    dispatchedTasks: run.total,
    completedTasks: run.done,
    startedAt: run.createdAt.toISOString(),
    updatedAt: run.updatedAt.toISOString(),
    ...(run.state === 'success' && run.completedAt ? { completedAt: run.completedAt.toISOString() } : {}),
    ...(run.completedAt ? { endedAt: run.completedAt.toISOString() } : {}),
    ...(run.error === null ? {} : { error: run.error }),
  };
}

/** A sync is an export where it brought nothing in. */
function directionOf({ kind, report }: GitRun): 'export' | 'import' {
  if (kind === 'git-export') return 'export';
  return report?.sync?.exported !== undefined && report.sync.imported === undefined ? 'export' : 'import';
}

function guessProvider(url: string): 'github' | 'gitlab' | undefined {
  const { hostname } = new URL(url);
  if (hostname === 'github.com') return 'github';
  return hostname === 'gitlab.com' ? 'gitlab' : undefined;
}
