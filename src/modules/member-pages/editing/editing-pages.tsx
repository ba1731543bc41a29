import { Injectable } from '@nestjs/common';
import { renderToString } from 'preact-render-to-string';
import { html, PageViews, PublishedContent, renderPage, type SiteAnswer } from '#modules/publishing/index.js';
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
import type { EditedPage } from './edited-page.js';

/**
 * Pages on which members write: the page as readers see it, in whose place the editor appears. It is the bundle `editor`,
 * which loads the document over the API.
 */
@Injectable()
export class EditingPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly content: PublishedContent,
    private readonly views: PageViews,
    private readonly spaces: Spaces,
  ) {}

  /**
   * The page at a path, or with an id in its place.
   * @throws NotFound, Forbidden for whoever may not edit the space.
   */
  async answer(preview: PreviewPlace, path: string, actor: Actor): Promise<SiteAnswer> {
    const { place } = preview;
    const navigation = await this.content.navigation(place);
    const entry = navigation.at(path) ?? navigation.find(path);
    if (!entry?.href) throw new NotFound('page');
    if (entry.href !== place.siteBasePath + encodePath(path))
      return { kind: 'redirect', location: entry.href, isComplete: true };
    const edited = await this.editedPage(preview, entry.page.id, actor);
    const view = await this.views.page(place, navigation, entry);
    const bar = await this.shell.barOf(actor, preview.space, 'pages');
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
            <EditingBar preview={preview} edited={edited} path={path} />
          </MemberBar>
        ),
        bundles: bundlesOf(this.config.basePath, 'editor', 'palette'),
      }),
    );
  }

  private async editedPage(
    { space, changeRequest }: PreviewPlace,
    page: string,
    actor: Actor,
  ): Promise<EditedPage> {
    const request = changeRequest?.found.changeRequest;
    if (request && request.status !== 'draft' && request.status !== 'open')
      throw new Forbidden(
        `Change request #${request.number} is ${request.status}; its pages cannot be edited.`,
      );
    const view = await this.spaces.requireSpace(actor, space.id, 'edit');
    return {
      organization: space.organizationId,
      space: space.id,
      page,
      user: actor.userId,
      changeRequest: request?.number ?? null,
      opensChangeRequest: !request && view.space.editMode === 'locked',
    };
  }
}

/** The editor shows these parts itself. */
const WITHOUT_HEADER = { title: false, description: false, pagination: false, metadata: false };

function EditorPlace({ edited, bodyHtml }: { edited: EditedPage; bodyHtml: string }) {
  return (
    <div id="bdy-editor" data-page={JSON.stringify(edited)}>
      <noscript>
        <p>Writing needs scripts, which your browser does not run.</p>
      </noscript>
      <div dangerouslySetInnerHTML={{ __html: bodyHtml }} />
    </div>
  );
}
