import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
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
import { Config } from '#platform/config/env.js';
import { NotFound } from '#platform/http/errors.js';
import { refuseScripts } from '../forms.js';
import { MemberBar } from '../member-page.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { ChangedPages } from './changed-pages.js';
import { PageDetails } from './page-details.js';
import { encodePath, PreviewBar } from './preview-bar.js';
import { type Previewed, type PreviewPlace, PreviewPlaces } from './preview-places.js';

const FILE_SECONDS = 60;

/** Shows members content in the layout that readers see: of a space, a change request or a revision. */
@Injectable()
export class PreviewPages {
  constructor(
    private readonly config: Config,
    private readonly places: PreviewPlaces,
    private readonly content: PublishedContent,
    private readonly views: PageViews,
    private readonly changes: ChangedPages,
    private readonly themes: ThemeRoute,
  ) {}

  /** @throws NotFound for what is not there or not visible, Forbidden for a script, and a session that may not read content. */
  @AppRoute('/s/:space{/*rest}', { scopes: ['space:content:read'], hasFiles: true })
  async answer({ actor, params, rest, query }: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { space: spaceId = '' } = params;
    const { what, path } = splitWhat(rest);
    // Files and style sheets are loaded by the pages that have them.
    if (path[0] !== '~files' && path[0] !== '~theme') refuseScripts(message);
    const place = await this.places.find(actor, spaceId, what);
    if (path[0] === '~files') return this.file(place, path[2] ?? '');
    if (path[0] === '~theme') return this.theme(place, path.join('/'));
    if (path[0] === '~' && path[1] === 'pages') return this.page(place, path[2] ?? '');
    return this.show(place, path.join('/'), query.get('view') === 'changes');
  }

  private async show(preview: PreviewPlace, path: string, onlyChanges: boolean): Promise<SiteAnswer> {
    const { place, changeRequest } = preview;
    const navigation = await this.content.navigation(place);
    const changes = changeRequest ? await this.changes.list(preview, changeRequest.base) : null;
    const changed = changes?.pages ?? [];
    const bar = (pageId?: string) => (
      <MemberBar base={this.config.basePath}>
        <PreviewBar preview={preview} changes={changes} pageId={pageId} showsChanges={onlyChanges} />
      </MemberBar>
    );
    const entry = navigation.at(path);
    const own = (pageId?: string) => ({ preview: bar(pageId), isForMembers: true });
    const deleted = changed.find((change) => change.isDeleted && change.path === path);
    if (!entry?.href) {
      const frame = { ...(await this.views.emptyFrame(place)), search: undefined };
      if (path === '' && navigation.size === 0) {
        const page = { title: preview.spaceTitle, layout: DEFAULT_LAYOUT };
        const bodyHtml = '<p>There are no pages here yet.</p>';
        return html(200, renderPage({ ...frame, page, bodyHtml, breadcrumbs: [], outline: [], ...own() }));
      }
      if (!deleted || !changeRequest) return html(404, renderNotFound({ ...frame, ...own() }));
      const bodyHtml = await this.changes.render(preview, changeRequest.base, deleted.id);
      const page = { title: deleted.title, layout: DEFAULT_LAYOUT };
      const view = { ...frame, page, bodyHtml, breadcrumbs: [], outline: [], ...own(deleted.id) };
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
    const edited = changed.find(({ id }) => id === pageId);
    if (onlyChanges && changeRequest && edited)
      view.bodyHtml =
        renderToString(<PageDetails page={edited} />) +
        (await this.changes.render(preview, changeRequest.base, pageId));
    return html(200, renderPage({ ...view, ...own(pageId) }));
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

  private async file({ place, context }: PreviewPlace, fileId: string): Promise<SiteAnswer> {
    const file = await this.content.findFile(place, fileId);
    if (!file) throw new NotFound('file');
    const { blob, contentType, name } = file;
    const { organizationId } = context;
    return { kind: 'file', file: { organizationId, blob, contentType, name, secondsLeft: FILE_SECONDS } };
  }
}

/** `~/changes/<number>/…`, `~/revisions/<id>/…`, or the current content. */
function splitWhat(segments: string[]): { what: Previewed; path: string[] } {
  const [tilde, kind, key, ...path] = segments;
  if (tilde === '~' && key !== undefined && kind === 'changes')
    return { what: { kind: 'change-request', key }, path };
  if (tilde === '~' && key !== undefined && kind === 'revisions')
    return { what: { kind: 'revision', id: key }, path };
  return { what: { kind: 'current' }, path: segments };
}
