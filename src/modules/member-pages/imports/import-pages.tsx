import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { GitSync } from '#modules/git/index.js';
import { Imports } from '#modules/imports/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ContentContexts, VisibleContent } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Templates } from '#modules/templates/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { readOwnForm } from '../forms.js';
import { hasScopes, type MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { Outcome } from '../outcome.js';
import { reviewUrls } from '../review/review-urls.js';
import { ImportChoices } from './import-choices.js';
import { ImportForms, type ImportStart } from './import-forms.js';
import {
  reportGitRun,
  reportImport,
  type RunReport,
  type RunView,
  viewGitRun,
  viewImport,
} from './import-report.js';
import { RunReportView } from './run-report.js';

const ROUTE = {
  forms: true,
  scopes: ['space:content:read'],
  formScopes: ['space:content:write'],
  operations: [
    'startImportRun',
    'cancelImportRun',
    'importSpaceContent',
    'applyTemplateToSpace',
    'importGitRepository',
    'exportToGitRepository',
  ],
} as const;
const RUNS = 10;
/** Syncs have a page of their own. */
const IMPORT_KINDS = ['upload', 'git-import', 'git-export'] as const;
const MOST_PAGES = 500;
/** Browsers without scripts load the page of an import that is not over again after so many seconds. */
const AGAIN_SECONDS = 2;

/** `/app/s/{space}/~/import`: content in and out of a space, and how imports go. */
@Injectable()
export class ImportPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly visible: VisibleContent,
    private readonly templates: Templates,
    private readonly imports: Imports,
    private readonly git: GitSync,
    private readonly forms: ImportForms,
  ) {}

  /** @throws NotFound, Forbidden for a form of another site or a session that may not do this. */
  @AppRoute('/s/:space/~/import', ROUTE)
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    if (message.method !== 'POST') return this.choices(request);
    const { actor, params } = request;
    const { space = '' } = params;
    try {
      const location = this.after(space, await this.forms.start(actor, space, message));
      return { kind: 'redirect', status: 303, location, isComplete: true };
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof NotFound) throw error;
      return this.choices(request, error);
    }
  }

  /** The import of documents or a website. @throws NotFound */
  @AppRoute('/s/:space/~/import/files/:run', ROUTE)
  async files(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space: spaceId = '', run: id = '' } = params;
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    if (message.method === 'POST') {
      if ((await readOwnForm(message)).get('do') !== 'cancel') throw new BadRequest('do must be "cancel".');
      await this.imports.cancel(actor, space.organizationId, id);
      const location = `${this.here(spaceId)}/files/${encodeURIComponent(id)}`;
      return { kind: 'redirect', status: 303, location, isComplete: true };
    }
    const view = await this.imports.get(actor, space.organizationId, id);
    if (view.run.spaceId !== spaceId) throw new NotFound('import');
    return this.run(request, reportImport(this.here(spaceId), view, permissions.edit));
  }

  /** The import of a folder or a repository. @throws NotFound */
  @AppRoute('/s/:space/~/import/folders/:run', { scopes: ['space:content:read'] })
  async folder(request: MemberRequest): Promise<SiteAnswer> {
    const { space = '', run = '' } = request.params;
    return this.run(
      request,
      reportGitRun(this.here(space), space, await this.git.getRun(request.actor, space, run)),
    );
  }

  private async choices(request: MemberRequest, error?: DomainError): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { space: spaceId = '' } = params;
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const isLocked = space.editMode === 'locked';
    const notice = query.get('notice') === 'template' ? 'The pages of the template are here.' : undefined;
    const pages = await this.pagesOf(actor, spaceId);
    return this.shell.page(
      request,
      { title: 'Import and export', space, tab: 'import', isWide: true, status: error?.status ?? 200 },
      <>
        <Outcome notice={notice} problem={error?.message} />
        <ImportChoices
          view={{
            root: this.root(spaceId),
            runs: await this.runs(actor, space),
            templates: this.templates.list(),
            pages: pages.slice(0, MOST_PAGES),
            hasMorePages: pages.length > MOST_PAGES,
            mayEdit: permissions.edit,
            mayImportFolders: permissions.triggerGitSync || (permissions.edit && !isLocked),
            maySync: permissions.triggerGitSync && hasScopes(actor, ['space:git:sync']),
            isLocked,
          }}
        />
      </>,
    );
  }

  /** The latest imports, whatever they bring in. */
  private async runs(
    actor: Actor,
    { id, organizationId }: { id: string; organizationId: string },
  ): Promise<RunView[]> {
    const here = this.here(id);
    const { items } = await this.imports.list(actor, organizationId, { limit: RUNS }, id);
    const folders = await this.git.listRuns(actor, id, RUNS, IMPORT_KINDS);
    return [...items.map((run) => viewImport(here, run)), ...folders.map((run) => viewGitRun(here, run))]
      .toSorted((one, other) => other.at.getTime() - one.at.getTime())
      .slice(0, RUNS);
  }

  /** The pages that can be printed, in reading order. */
  private async pagesOf(actor: Actor, spaceId: string) {
    type Tree = Awaited<ReturnType<VisibleContent['tree']>>;
    const flat = (nodes: Tree, depth: number): { id: string; title: string; depth: number }[] =>
      nodes.flatMap(({ id, title, type, pages }) => [
        ...(type === 'document' || type === 'group' ? [{ id, title, depth }] : []),
        ...flat(pages, depth + 1),
      ]);
    return flat(await this.visible.tree(await this.contexts.current(actor, spaceId)), 0);
  }

  private async run(request: MemberRequest, run: RunReport): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { space: spaceId = '' } = params;
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const breadcrumbs = [{ href: this.here(spaceId), title: 'Import and export' }];
    const heading = `Import: ${run.source}`;
    const following =
      run.state === 'running' ? { bundles: ['imports' as const], refreshSeconds: AGAIN_SECONDS } : {};
    return this.shell.page(
      request,
      { title: run.source, heading, space, tab: 'import', breadcrumbs, ...following },
      <RunReportView run={run} root={this.root(spaceId)} published={this.published(space)} />,
    );
  }

  /** Address at which readers find the space; null while no site shows it. Sites without a domain are at a path below PUBLIC_URL. */
  private published({ publishedUrl: url }: { publishedUrl: string | null }): string | null {
    return url?.startsWith('/') ? this.config.publicUrl + url : url;
  }

  /** The page that a form leads to. */
  private after(spaceId: string, start: ImportStart): string {
    const here = this.here(spaceId);
    switch (start.kind) {
      case 'files':
        return `${here}/files/${encodeURIComponent(start.id)}`;
      case 'folder':
        return `${here}/folders/${encodeURIComponent(start.run.id)}`;
      case 'sync':
        return `${this.root(spaceId)}/~/git${start.url === '' ? '' : `?url=${encodeURIComponent(start.url)}`}`;
      case 'template':
        return start.changeRequest === null
          ? `${here}?notice=template`
          : reviewUrls(this.config.basePath, spaceId, start.changeRequest).overview;
    }
  }

  private root(spaceId: string): string {
    return `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
  }

  private here(spaceId: string): string {
    return `${this.root(spaceId)}/~/import`;
  }
}
