import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import {
  DEFAULT_LAYOUT,
  html,
  PageViews,
  PublishedContent,
  renderNotFound,
  renderPage,
  type SiteAnswer,
  ThemeRoute,
} from '#modules/publishing/index.js';
import { ContentStore } from '#modules/content/index.js';
import { isBlank } from '#modules/git/index.js';
import { RecentPages } from '#modules/home/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { refuseScripts } from '../forms.js';
import { bundlesOf } from '../member-document.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { EDITED_OPERATIONS } from '../editing/edited-operations.js';
import { EditingPages } from '../editing/editing-pages.js';
import { MemberShell } from '../member-shell.js';
import { ChangedPages } from './changed-pages.js';
import { FirstSteps } from './first-steps.js';
import { MemberBar } from './member-bar.js';
import { PageDetails } from './page-details.js';
import { encodePath, PreviewActions, PreviewBar } from './preview-bar.js';
import { type Previewed, type PreviewPlace, PreviewPlaces } from './preview-places.js';

const FILE_SECONDS = 60;

/** Shows members content in the layout that readers see: of a space, a change request, a pull request or a revision. */
@Injectable()
export class PreviewPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly places: PreviewPlaces,
    private readonly content: PublishedContent,
    private readonly store: ContentStore,
    private readonly views: PageViews,
    private readonly changes: ChangedPages,
    private readonly themes: ThemeRoute,
    private readonly editing: EditingPages,
    private readonly recent: RecentPages,
    private readonly logger: Logger,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for a script, and a session that may not read content. */
  @AppRoute('/s/:space{/*rest}', {
    scopes: ['space:content:read'],
    hasFiles: true,
    operations: EDITED_OPERATIONS,
  })
  async answer({ actor, params, rest, query }: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { space: spaceId = '' } = params;
    const { what, isEdited, path } = splitWhat(rest);
    // Files and style sheets are loaded by the pages that have them.
    if (path[0] !== '~files' && path[0] !== '~theme') refuseScripts(message);
    const place = await this.places.find(actor, spaceId, what, isEdited);
    const request = place.pullRequest?.changeRequest;
    if (request) return { kind: 'redirect', location: this.placeOfRequest(spaceId, request.number, path) };
    if (path[0] === '~files') return this.file(place, path[2] ?? '');
    if (path[0] === '~theme') return this.theme(place, path.join('/'));
    if (path[0] === '~' && path[1] === 'pages') return this.page(place, path[2] ?? '');
    if (isEdited) return this.editing.answer(place, path.join('/'), actor);
    return this.show(actor, place, path.join('/'), query.get('view') === 'changes');
  }

  private async show(
    actor: Actor,
    preview: PreviewPlace,
    path: string,
    onlyChanges: boolean,
  ): Promise<SiteAnswer> {
    const { place, changeRequest, pullRequest } = preview;
    const base = changeRequest?.base ?? pullRequest?.base ?? null;
    const navigation = await this.content.navigation(place);
    const changes = base === null ? null : await this.changes.list(preview, base);
    const changed = changes?.pages ?? [];
    const barWith = await this.barOf(actor, preview);
    const said = { preview, changes, showsChanges: onlyChanges };
    const bar = (pageId?: string) => barWith(<PreviewBar {...said} pageId={pageId} />, pageId);
    const entry = navigation.at(path);
    const bundles = bundlesOf(this.config.basePath, 'palette');
    const own = (pageId?: string) => ({ preview: bar(pageId), isForMembers: true, bundles });
    const deleted = changed.find((change) => change.isDeleted && change.path === path);
    if (!entry?.href) {
      const empty = { ...(await this.views.emptyFrame(place)), search: undefined };
      if (path === '' && navigation.size === 0) {
        const page = { title: preview.space.title, layout: DEFAULT_LAYOUT };
        const bodyHtml = (await this.firstSteps(preview)) ?? '<p>There are no pages here yet.</p>';
        return html(200, renderPage({ ...empty, page, bodyHtml, breadcrumbs: [], outline: [], ...own() }));
      }
      if (!deleted || base === null) return html(404, renderNotFound({ ...empty, ...own() }));
      const bodyHtml = await this.changes.render(preview, base, deleted.id);
      const page = { title: deleted.title, layout: DEFAULT_LAYOUT };
      const view = { ...empty, page, bodyHtml, breadcrumbs: [], outline: [], ...own(deleted.id) };
      return html(200, renderPage(view));
    }
    const query = onlyChanges ? '?view=changes' : '';
    if (entry.href !== place.siteBasePath + encodePath(path))
      return { kind: 'redirect', location: entry.href + query, isComplete: true };
    const view = {
      ...(await this.views.page(place, navigation, entry)),
      search: undefined,
      canonicalUrl: undefined,
      // Their addresses are of sites.
      machines: undefined,
      actions: undefined,
    };
    const pageId = entry.page.id;
    if (preview.context.isCurrent) await this.note(actor, preview, entry.page);
    if (navigation.size <= 1) view.bodyHtml += (await this.firstSteps(preview, pageId)) ?? '';
    const edited = changed.find(({ id }) => id === pageId);
    if (onlyChanges && base !== null && edited)
      view.bodyHtml =
        renderToString(<PageDetails page={edited} />) + (await this.changes.render(preview, base, pageId));
    return html(200, renderPage({ ...view, ...own(pageId) }));
  }

  /** The bar above a page, around what it says of the content. */
  private async barOf(
    actor: Actor,
    preview: PreviewPlace,
  ): Promise<(children: ComponentChildren, pageId?: string) => ComponentChildren> {
    const base = this.config.basePath;
    const frame = await this.shell.barOf(
      actor,
      preview.space,
      preview.changeRequest ? 'changes' : 'pages',
      preview.permissions,
    );
    return (children, pageId) => (
      <MemberBar
        base={base}
        {...frame}
        actions={<PreviewActions preview={preview} pageId={pageId} base={base} />}
      >
        {children}
      </MemberBar>
    );
  }

  /** The ways to begin, in a space without content; null elsewhere, and for members who may not write. */
  private async firstSteps(preview: PreviewPlace, page?: string): Promise<string | null> {
    const { context, space, place, isEditable } = preview;
    const { organizationId, snapshot } = context;
    if (!isEditable || !context.isCurrent) return null;
    const pages = await this.store.readTree(organizationId, snapshot);
    const files = await this.store.listFiles(organizationId, snapshot);
    if (!(await isBlank(this.store, { organizationId, title: space.title }, { pages, files }))) return null;
    return renderToString(<FirstSteps root={place.siteBasePath} page={page} />);
  }

  /** Notes that a member reads a page; a database that cannot write now does not keep them from reading. */
  private async note(
    actor: Actor,
    { context }: PreviewPlace,
    page: { id: string; title: string },
  ): Promise<void> {
    const { organizationId, spaceId } = context;
    try {
      await this.recent.note(actor, { organizationId, spaceId, pageId: page.id, title: page.title });
    } catch (err) {
      this.logger.error('Noting a page as read failed', { err });
    }
  }

  /** Redirects to the page with an id; addresses by id stay valid while pages move. */
  private async page({ place }: PreviewPlace, pageId: string): Promise<SiteAnswer> {
    const entry = (await this.content.navigation(place)).find(pageId);
    if (!entry?.href) throw new NotFound('page');
    return { kind: 'redirect', location: entry.href };
  }

  /** The style sheet of the site that the draft looks like, and its fonts. */
  private async theme({ place }: PreviewPlace, path: string): Promise<SiteAnswer> {
    const answer = await this.themes.answer({ site: place.site, path });
    if (!answer) throw new NotFound('style sheet');
    return answer;
  }

  /** The address of a pull request stays the same when it becomes a change request. */
  private placeOfRequest(spaceId: string, number: number, path: readonly string[]): string {
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}/~/changes/${number}/`;
    return root + path.map(encodeURIComponent).join('/');
  }

  private async file({ place, context }: PreviewPlace, fileId: string): Promise<SiteAnswer> {
    const file = await this.content.findFile(place, fileId);
    if (!file) throw new NotFound('file');
    const { blob, contentType, name } = file;
    const { organizationId } = context;
    return { kind: 'file', file: { organizationId, blob, contentType, name, secondsLeft: FILE_SECONDS } };
  }
}

/** `~/changes/<number>/…`, `~/pulls/<number>/…`, `~/revisions/<id>/…`, or the current content; `~/edit/…` after that for pages to edit. */
function splitWhat(segments: string[]): { what: Previewed; isEdited: boolean; path: string[] } {
  const [tilde, kind, key, ...rest] = segments;
  const isNamed = tilde === '~' && key !== undefined;
  const what = isNamed ? whatOf(kind, key) : undefined;
  const path = what ? rest : segments;
  const isEdited =
    what?.kind !== 'revision' && what?.kind !== 'pull-request' && path[0] === '~' && path[1] === 'edit';
  return { what: what ?? { kind: 'current' }, isEdited, path: isEdited ? path.slice(2) : path };
}

function whatOf(kind: string | undefined, key: string): Previewed | undefined {
  if (kind === 'changes') return { kind: 'change-request', key };
  if (kind === 'revisions') return { kind: 'revision', id: key };
  if (kind === 'pulls' && /^[1-9]\d{0,8}$/.test(key)) return { kind: 'pull-request', number: Number(key) };
  return undefined;
}
