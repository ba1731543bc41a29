import type { ComponentChildren } from 'preact';
import { wordsOf } from '#modules/words/index.js';
import { withIconStyle } from '#modules/rendering/index.js';
import { Announcement } from './announcement.js';
import { type HeadView, htmlDocument } from './html-document.js';
import { PageTree } from './page-tree.js';
import type { FrameView } from './page-view.js';
import { SiteFooter } from './site-footer.js';
import { SiteHeader } from './site-header.js';

interface SitePageOptions {
  /** Data for the head that differ from page to page. */
  head: Pick<HeadView, 'title' | 'indexed'> & Partial<HeadView>;
  hasTree: boolean;
  isWide?: boolean;
  /** Content across the page, between the header and the columns. */
  top?: ComponentChildren;
  /** Content of the column beside the text. */
  aside?: ComponentChildren;
  main: ComponentChildren;
}

/** A page of a site as a whole HTML document: the frame of the site with `main` inside. */
export function sitePage(
  view: FrameView,
  { head, hasTree, isWide, top, aside, main }: SitePageOptions,
): string {
  const { site, surroundings } = view;
  const text = wordsOf(site.language).page;
  const hasMenu =
    hasTree || Boolean(surroundings && (surroundings.sections.length || surroundings.links.length));
  const frame = ['frame', ...(hasTree ? [] : ['frame-no-tree']), ...(isWide ? ['frame-wide'] : [])];
  const render = () =>
    htmlDocument(
      {
        language: site.language,
        siteTitle: site.title,
        siteBase: view.base,
        isForMembers: view.isForMembers,
        assetsBase: view.assetsBase,
        look: surroundings?.look,
        ...head,
      },
      <>
        <SkipLink label={text.skipToContent} />
        {view.preview}
        {surroundings?.announcement && <Announcement view={surroundings.announcement} text={text} />}
        <SiteHeader view={view} text={text} hasMenu={hasMenu} />
        {top}
        <div class={frame.join(' ')}>
          {hasMenu && <PageTree view={view} text={text} hasTree={hasTree} />}
          {main}
          {aside ?? <div class="outline" />}
        </div>
        {surroundings && <SiteFooter footer={surroundings.footer} text={text} />}
      </>,
    );
  return withIconStyle(surroundings?.look.icons ?? 'solid', render);
}

/** A link that the keyboard reaches first, to skip to the content. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a class="skip-link" href="#bdy-main">
      {label}
    </a>
  );
}
