import { Injectable } from '@nestjs/common';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, Forbidden, NotFound } from '#platform/http/errors.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { ImportFailed } from '../git.errors.js';
import type { ImportStage } from '../import/folder-plans.js';
import { GitRemote } from '../remote/git-remote.js';
import type { FetchedCommit, RemoteRepository } from '../remote/remote-repository.js';
import { ConnectionSecrets } from '../sync/connection-secrets.js';
import { requireSamePlace } from '../sync/same-place.js';
import { ApplyStructure } from './apply-structure.js';
import { SiteChildren } from './site-children.js';
import { type SiteConnection, SiteConnectionsRepository } from './site-connections.repository.js';
import { configPath, fetchHead } from './site-head.js';
import { SitePartsHook } from './site-parts.js';
import type { SiteReport } from './site-run.entity.js';
import { SiteStopped } from './site-stopped.js';
import { problemsOfShape } from './structure/check-shape.js';
import { type PlannedStructure, planStructure } from './structure/plan-structure.js';
import { readSiteConfig, type SiteConfig } from './structure/read-site-config.js';
import { rewriteSiteConfig } from './structure/rewrite-site-config.js';
import { isSameShape, type SiteShape } from './structure/site-shape.js';
import { WriteStructure } from './write-structure.js';

export interface SiteSyncOptions {
  onProgress: (stage: ImportStage) => void;
  /** Decides again, before something is written, whether the run may; throws when it may not. */
  authorize: () => Promise<void>;
  signal?: AbortSignal;
}

/** Number of times that people may write to the branch or the site while a run is under way. */
const ATTEMPTS = 8;
const MAX_CONFIG_BYTES = 1024 * 1024;
/** Nodes of a file: a site that is larger helps nobody, and each space is a connection. */
const MAX_NODES = 500;

interface Round {
  actor: Actor;
  git: RemoteRepository;
  connection: SiteConnection;
  commit: FetchedCommit | null;
  /** The file as the site would have it; null without a file. */
  file: SiteConfig | null;
  site: SiteShape;
}

/**
 * Makes the structure of a site and `gitbook-docs.yaml` the same, by a merge whose base is what both had in common last. The pages of the
 * spaces are exchanged by runs of their own.
 */
@Injectable()
export class SyncSite {
  constructor(
    private readonly clock: Clock,
    private readonly tokens: UserTokens,
    private readonly remote: GitRemote,
    private readonly secrets: ConnectionSecrets,
    private readonly connections: SiteConnectionsRepository,
    private readonly children: SiteChildren,
    private readonly applyStructure: ApplyStructure,
    private readonly writeStructure: WriteStructure,
    private readonly parts: SitePartsHook,
  ) {}

  /**
   * Call it outside of a transaction.
   * @throws SiteStopped and ImportFailed, with a sentence that says what to do; ConnectionChanged.
   */
  async run(found: SiteConnection, options: SiteSyncOptions): Promise<SiteReport> {
    const actor = await this.tokens.findActor(found.createdBy);
    if (!actor)
      throw new SiteStopped(
        'no-person',
        'The person who connected the repository has left. Connect it anew: nothing is lost.',
      );
    const repository = await this.secrets.repositoryOf(found);
    const cacheKey = `${found.organizationId}/${found.id}`;
    const { signal } = options;
    return this.remote.open(repository, { cacheKey, ...(signal ? { signal } : {}) }, (git) =>
      this.exchange(actor, git, found, options),
    );
  }

  private async exchange(
    actor: Actor,
    git: RemoteRepository,
    found: SiteConnection,
    options: SiteSyncOptions,
  ): Promise<SiteReport> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      options.onProgress('repo_fetch');
      const round = await this.begin(actor, git, found);
      const head = round.commit?.oid ?? null;
      try {
        const report = await this.exchangeRound(round, options);
        if (!report) continue;
        await this.children.startWithNews(found, report.exported ?? head);
        return report;
      } catch (error) {
        // A file that breaks a rule holds up no pages.
        if (error instanceof SiteStopped && head !== null) await this.children.startWithNews(found, head);
        throw error;
      }
    }
    throw new ImportFailed('The branch and the site changed all the time; the next run goes on.');
  }

  /** Null where one of the sides moved meanwhile: begin anew. */
  private async exchangeRound(round: Round, options: SiteSyncOptions): Promise<SiteReport | null> {
    const { actor, git, connection, commit, file, site } = round;
    options.onProgress('config_check');
    const planned = await this.plan(round);
    const { shape, keys } = planned;
    const said = file && file.problems.length === 0 ? file.shape : null;
    const warnings = [
      ...(file?.warnings ?? []),
      ...planned.conflicts.map((message) => this.warning(connection, message)),
    ];
    options.onProgress('content_process');
    const toApply = { shape, keys, file: said, site, commit: commit?.oid ?? null };
    const changes = await this.apply(actor, connection, toApply, options.authorize);
    if (!changes) return null;
    options.onProgress('finalize');
    const report: SiteReport = { changes, warnings };
    if (said && (connection.baseShape === null || !isSameShape(said, connection.baseShape)) && commit)
      report.imported = commit.oid;
    if (!said || !isSameShape(said, shape)) {
      const current = await this.current(connection);
      const path = configPath(current);
      const text = rewriteSiteConfig(file?.text ?? null, said, shape, current.folder);
      const title = shape.title;
      const pushed = await this.writeStructure.push(
        git,
        current,
        commit,
        { path, text, title, shape },
        options.authorize,
      );
      if (pushed === null) return null;
      report.exported = pushed;
    }
    const done = await this.current(connection);
    const syncedAt = this.clock.now();
    await this.connections.update(done, { syncedAt, problem: null, failures: 0 });
    return report;
  }

  /** Reads both sides. A commit that was ours, and whose push was not noted, is noted first. */
  private async begin(actor: Actor, git: RemoteRepository, found: SiteConnection): Promise<Round> {
    let connection = await this.current(found);
    const commit = await fetchHead(git, connection);
    const { pushing } = connection;
    if (pushing && commit) {
      const { relation } = await git.commitsBetween(pushing.commit, commit.oid);
      if (relation === 'same' || relation === 'ahead') {
        await this.writeStructure.settle(connection, pushing);
        connection = await this.current(found);
      }
    }
    const { organizationId, siteId } = connection;
    const key = { organizationId, siteId };
    await this.require(actor, connection);
    const file = commit ? await this.readFile(git, commit, connection) : null;
    return { actor, git, connection, commit, file, site: await this.parts.get().read(key) };
  }

  private async require(actor: Actor, { organizationId, siteId }: SiteConnection): Promise<void> {
    try {
      await this.parts.get().require(actor, { organizationId, siteId }, 'manage');
    } catch (error) {
      if (!(error instanceof NotFound || error instanceof Forbidden)) throw error;
      throw new SiteStopped(
        'no-right',
        'The person who connected the site may not change it any more. Give them the right, or let somebody else connect it: nothing is lost.',
      );
    }
  }

  private async readFile(
    git: RemoteRepository,
    commit: FetchedCommit,
    connection: SiteConnection,
  ): Promise<SiteConfig | null> {
    const path = configPath(connection);
    const entry = commit.files.get(path);
    if (entry?.kind !== 'file') return null;
    const facts = (await git.loadBlobs([entry.oid])).get(entry.oid);
    if (facts?.isTooLarge || (facts?.size ?? 0) > MAX_CONFIG_BYTES)
      throw new SiteStopped('structure', `${path} is larger than a megabyte. Make it smaller.`);
    const text = (await git.readBlob(entry.oid)).toString('utf8');
    const config = readSiteConfig(text, path, connection.folder);
    const parts = this.parts.get();
    const nodes = config.shape.nodes.map((node) => {
      const fitting = { ...node, path: node.path === null ? null : parts.pathOf(node.path) };
      if (node.path !== null && fitting.path !== '' && fitting.path !== node.path)
        config.warnings.push(
          this.warning(
            connection,
            `The path "${node.path}" is "${fitting.path}" here: addresses have small letters from a to z, digits and hyphens.`,
          ),
        );
      return fitting;
    });
    return { ...config, shape: { ...config.shape, nodes } };
  }

  /** @throws SiteStopped with a report that has a sentence for each rule that is broken. */
  private async plan({ connection, commit, file, site }: Round): Promise<PlannedStructure> {
    const { priority, baseShape: base, keys, folder: project, branch } = connection;
    const path = configPath(connection);
    const isFirstOfSite = base === null && priority === 'bindery';
    if (!file && commit && !isFirstOfSite)
      throw new SiteStopped(
        'no-config',
        base === null
          ? `The branch "${branch}" has no file ${path}, which says what the site is made of. Add it, or connect the site anew and let the site count.`
          : `The branch "${branch}" has no file ${path} any more. The site stays as it is: bring the file back, or disconnect the site.`,
      );
    if (file && !isFirstOfSite) this.requireNone(connection, file.warnings, file.problems);
    const children = await this.children.of(connection);
    const planned = planStructure({
      ...{ priority, base, keys, site, project },
      file: file && file.problems.length === 0 ? file.shape : null,
      formerFolders: new Map(Object.entries(connection.formerFolders)),
      folders: new Map(children.map(({ spaceId, folder }) => [spaceId, folder])),
      paths: commit ? [...commit.files.keys()] : [],
    });
    const titleProblem = this.parts.get().problemOfTitle(planned.shape.title);
    const problems = [
      ...(titleProblem === null ? [] : [titleProblem]),
      ...planned.shape.nodes.flatMap((node) => this.parts.get().problemsOf(node)),
      ...problemsOfShape(planned.shape),
      ...(planned.shape.nodes.length > MAX_NODES ? [`The structure has more than ${MAX_NODES} parts.`] : []),
    ].map((message) => this.warning(connection, message));
    this.requireNone(connection, file?.warnings ?? [], problems);
    return planned;
  }

  private requireNone(
    connection: SiteConnection,
    warnings: readonly ImportWarning[],
    problems: readonly ImportWarning[],
  ): void {
    const [first] = problems;
    if (!first) return;
    const more = problems.length > 1 ? ` The report has ${problems.length - 1} more.` : '';
    throw new SiteStopped('structure', `${configPath(connection)}: ${first.message}${more}`, {
      changes: [],
      warnings: [...problems, ...warnings],
    });
  }

  /** A refusal for a reason that only the site knows stops the structure, too. */
  private async apply(...work: Parameters<ApplyStructure['apply']>): Promise<string[] | null> {
    try {
      return await this.applyStructure.apply(...work);
    } catch (error) {
      const isRefusal = [BadRequest, Conflict, Forbidden, NotFound].some(
        (refusal) => error instanceof refusal,
      );
      if (!isRefusal || !(error instanceof Error)) throw error;
      throw new SiteStopped('structure', `The site cannot become what the file says: ${error.message}`);
    }
  }

  private warning(connection: SiteConnection, message: string): ImportWarning {
    return { file: configPath(connection), line: 1, kind: 'config', message };
  }

  /** The connection as it is now. @throws ConnectionChanged */
  private async current(before: SiteConnection): Promise<SiteConnection> {
    const { organizationId, siteId } = before;
    return requireSamePlace(await this.connections.findOfSite(organizationId, siteId), before);
  }
}
