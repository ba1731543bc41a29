import { wordsOf } from '#modules/words/index.js';
import { htmlDocument } from './html-document.js';
import { Cover, Outline, PageContent } from './page-content.js';
import type { NoticeView, NotFoundView, PageView } from './page-view.js';
import { sitePage } from './site-page.js';
import { Icon } from './ui-icon.js';

/** A published page as a whole HTML document. A pure function of `view`: equal views give equal bytes. */
export function renderPage(view: PageView): string {
  const { site, page } = view;
  const text = wordsOf(site.language).page;
  return sitePage(view, {
    head: {
      title: page.title === site.title ? page.title : `${page.title} | ${site.title}`,
      description: page.description,
      indexed: site.indexed && page.noIndex !== true,
      canonicalUrl: view.canonicalUrl,
      alternates: view.alternates,
      machines: view.machines,
      previousHref: view.previous?.href,
      nextHref: view.next?.href,
      hasMath: view.bodyHtml.includes('class="katex'),
      needs: view.needs,
      scripts: view.scripts,
      bundles: view.bundles,
    },
    hasTree: page.layout.tableOfContents && view.tree.length > 0,
    isWide: page.layout.width === 'wide',
    top: <Cover view={view} size="full" />,
    main: <PageContent view={view} text={text} />,
    aside: <Outline view={view} text={text} />,
  });
}

/** The not-found page of a site. It has to be sent with status 404. */
export function renderNotFound(view: NotFoundView): string {
  const { site } = view;
  const text = wordsOf(site.language).page;
  return sitePage(view, {
    head: { title: `${text.pageNotFound} | ${site.title}`, indexed: false },
    hasTree: view.tree.length > 0,
    main: (
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
    ),
  });
}

/** A page with only a message, such as that a site is private or not published. The caller chooses the status. */
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
