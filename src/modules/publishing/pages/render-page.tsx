import { uiText } from '../rendering/ui-text.js';
import { htmlDocument } from './html-document.js';
import { Cover, Outline, PageContent } from './page-content.js';
import { PageTree } from './page-tree.js';
import type { NoticeView, NotFoundView, PageView } from './page-view.js';
import { SiteHeader } from './site-header.js';
import { Icon } from './ui-icon.js';

/** A published page as a whole HTML document. A pure function of `view`: equal views give equal bytes. */
export function renderPage(view: PageView): string {
  const { site, page } = view;
  const text = uiText(site.language);
  const hasTree = page.layout.tableOfContents && view.tree.length > 0;
  const frame = [
    'frame',
    ...(hasTree ? [] : ['frame-no-tree']),
    ...(page.layout.width === 'wide' ? ['frame-wide'] : []),
  ];
  return htmlDocument(
    {
      title: page.title === site.title ? page.title : `${page.title} | ${site.title}`,
      description: page.description,
      language: site.language,
      indexed: site.indexed && page.noIndex !== true,
      canonicalUrl: view.canonicalUrl,
      siteTitle: site.title,
      machines: view.machines,
      previousHref: view.previous?.href,
      nextHref: view.next?.href,
      hasMath: view.bodyHtml.includes('class="katex'),
      siteBase: view.base,
      needs: view.needs,
      assetsBase: view.assetsBase,
    },
    <>
      <SkipLink label={text.skipToContent} />
      <SiteHeader site={site} variants={view.variants} search={view.search} text={text} hasMenu={hasTree} />
      <Cover view={view} size="full" />
      <div class={frame.join(' ')}>
        {hasTree && <PageTree tree={view.tree} text={text} />}
        <PageContent view={view} text={text} />
        <Outline view={view} text={text} />
      </div>
    </>,
  );
}

/** The page for an address of a site where there is nothing. Send it with status 404. */
export function renderNotFound(view: NotFoundView): string {
  const { site } = view;
  const text = uiText(site.language);
  return htmlDocument(
    {
      title: `${text.pageNotFound} | ${site.title}`,
      language: site.language,
      indexed: false,
      siteTitle: site.title,
      siteBase: view.base,
      assetsBase: view.assetsBase,
    },
    <>
      <SkipLink label={text.skipToContent} />
      <SiteHeader
        site={site}
        variants={view.variants}
        search={view.search}
        text={text}
        hasMenu={view.tree.length > 0}
      />
      <div class={view.tree.length > 0 ? 'frame' : 'frame frame-no-tree'}>
        {view.tree.length > 0 && <PageTree tree={view.tree} text={text} />}
        <main class="page" id="bdy-main" tabindex={-1}>
          <div class="notice">
            <p class="notice-code" aria-hidden="true">
              404
            </p>
            <h1>{text.pageNotFound}</h1>
            <p>{text.pageNotFoundHint}</p>
            <p>
              <a class="button button-primary button-medium" href={site.homeHref}>
                {text.goHome}
              </a>
            </p>
          </div>
        </main>
        <div class="outline" />
      </div>
    </>,
  );
}

/** A page that only says something: that a site is private or not published. The caller picks the status. */
export function renderNotice(view: NoticeView): string {
  return htmlDocument(
    { title: view.title, language: view.language, indexed: false, assetsBase: view.assetsBase },
    <main class="notice notice-alone" id="bdy-main">
      <Icon name="book-open" className="notice-icon" />
      <h1>{view.title}</h1>
      <p>{view.message}</p>
      {view.action && (
        <p>
          <a class="button button-primary button-medium" href={view.action.href}>
            {view.action.title}
          </a>
        </p>
      )}
    </main>,
  );
}

/** The first thing the keyboard reaches. */
export function SkipLink({ label }: { label: string }) {
  return (
    <a class="skip-link" href="#bdy-main">
      {label}
    </a>
  );
}
