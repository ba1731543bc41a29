import { Injectable } from '@nestjs/common';
import { renderToString } from 'preact-render-to-string';
import { ContentStore } from '#modules/content/index.js';
import {
  DEFAULT_LAYOUT,
  html,
  PageViews,
  type PageView,
  PublishedContent,
  renderPage,
  type SiteAnswer,
} from '#modules/publishing/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { bundlesOf } from '../member-document.js';
import { MemberShell } from '../member-shell.js';
import { MemberBar } from '../preview/member-bar.js';
import type { PreviewPlace } from '../preview/preview-places.js';
import { encodePath } from '../preview/preview-bar.js';
import { EditingBar } from './editing-bar.js';
import type { EditedText } from './edited-text.js';

/** Address of the editor of a reusable content, below that of the editor of pages: no path of a page begins so. */
const REUSABLE_PATH = '~/reusable/';

/**
 * Pages on which members write: the page as readers see it, in whose place the editor appears. It is the bundle `editor`,
 * which loads the document over the API. Reusable contents are written there alike.
 */
@Injectable()
export class EditingPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly content: PublishedContent,
    private readonly views: PageViews,
    private readonly spaces: Spaces,
    private readonly store: ContentStore,
  ) {}

  /**
   * The page at a path, or with an id in its place; or a reusable content.
   * @throws NotFound, Forbidden for whoever may not edit the space.
   */
  async answer(preview: PreviewPlace, path: string, actor: Actor): Promise<SiteAnswer> {
    if (path.startsWith(REUSABLE_PATH))
      return this.reusableContent(preview, path.slice(REUSABLE_PATH.length), actor);
    const { place } = preview;
    const navigation = await this.content.navigation(place);
    const entry = navigation.at(path) ?? navigation.find(path);
    if (!entry?.href) throw new NotFound('page');
    if (entry.href !== place.siteBasePath + encodePath(path))
      return { kind: 'redirect', location: entry.href, isComplete: true };
    const edited = await this.editedText(preview, 'page', entry.page.id, actor);
    const view = await this.views.page(place, navigation, entry);
    return this.show(actor, preview, edited, encodePath(path), view);
  }

  private async reusableContent(preview: PreviewPlace, id: string, actor: Actor): Promise<SiteAnswer> {
    const { context, place } = preview;
    const found = await this.store.findReusableContent(context.organizationId, context.snapshot, id);
    if (!found) throw new NotFound('reusable content');
    const edited = await this.editedText(preview, 'reusable-content', id, actor);
    const page = { title: found.title, layout: DEFAULT_LAYOUT };
    const view = { ...(await this.views.emptyFrame(place)), page, bodyHtml: '' };
    return this.show(actor, preview, edited, `~/reusable-contents#${encodeURIComponent(id)}`, view);
  }

  /** @param readAt where the text is read, below the address of its content. */
  private async show(
    actor: Actor,
    preview: PreviewPlace,
    edited: EditedText,
    readAt: string,
    view: Omit<PageView, 'breadcrumbs' | 'outline'>,
  ): Promise<SiteAnswer> {
    const bar = await this.shell.barOf(
      actor,
      preview.space,
      edited.kind === 'page' ? 'pages' : 'files',
      preview.permissions,
    );
    return html(
      200,
      renderPage({
        ...view,
        page: { ...view.page, layout: { ...view.page.layout, ...WITHOUT_HEADER } },
        bodyHtml: renderToString(<EditorPlace edited={edited} bodyHtml={view.bodyHtml} />),
        ...{ search: undefined, canonicalUrl: undefined, machines: undefined, actions: undefined },
        ...{ breadcrumbs: [], outline: [], editHref: undefined, isForMembers: true },
        preview: (
          <MemberBar base={this.config.basePath} {...bar} tabs={[]}>
            <EditingBar preview={preview} edited={edited} readAt={readAt} />
          </MemberBar>
        ),
        bundles: bundlesOf(this.config.basePath, 'editor', 'palette'),
      }),
    );
  }

  private async editedText(
    { space, changeRequest }: PreviewPlace,
    kind: EditedText['kind'],
    id: string,
    actor: Actor,
  ): Promise<EditedText> {
    const request = changeRequest?.found.changeRequest;
    if (request && request.status !== 'draft' && request.status !== 'open')
      throw new Forbidden(
        `Change request #${request.number} is ${request.status}; its content cannot be edited.`,
      );
    const view = await this.spaces.requireSpace(actor, space.id, 'edit');
    return {
      kind,
      organization: space.organizationId,
      space: space.id,
      id,
      user: actor.userId,
      changeRequest: request?.number ?? null,
      opensChangeRequest: !request && view.space.editMode === 'locked',
    };
  }
}

/** The editor shows these parts itself. */
const WITHOUT_HEADER = { title: false, description: false, pagination: false, metadata: false };

function EditorPlace({ edited, bodyHtml }: { edited: EditedText; bodyHtml: string }) {
  return (
    <div id="bdy-editor" data-text={JSON.stringify(edited)}>
      <noscript>
        <p>Writing needs scripts, which your browser does not run.</p>
      </noscript>
      <div dangerouslySetInnerHTML={{ __html: bodyHtml }} />
    </div>
  );
}
