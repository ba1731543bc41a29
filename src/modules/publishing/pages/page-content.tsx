import type { PageWords } from '#modules/words/index.js';
import { colorName } from '#modules/documents/index.js';
import { formatDate } from '#modules/rendering/index.js';
import type { PageLink, PageView } from './page-view.js';
import { PageActions } from './page-actions.js';
import { PageFeedback } from './page-feedback.js';
import { Icon, TitleMark } from './ui-icon.js';

/** The page itself: breadcrumbs, title, body, links to the previous and the next page. */
export function PageContent({ view, text }: { view: PageView; text: PageWords }) {
  const { page } = view;
  const { layout } = page;
  return (
    <main class="page" id="bdy-main" tabindex={-1}>
      <article class="page-article">
        <Cover view={view} size="hero" />
        <Breadcrumbs view={view} text={text} />
        <PageTitle view={view} />
        {layout.outline && view.outline.length > 1 && <InlineOutline view={view} text={text} />}
        <div class="content" dangerouslySetInnerHTML={{ __html: view.bodyHtml }} />
      </article>
      {layout.pagination && view.surroundings?.showsPagination !== false && (
        <Pagination view={view} text={text} />
      )}
      {view.surroundings?.asksFeedback && <PageFeedback text={text} />}
      <PageFooter view={view} text={text} />
    </main>
  );
}

/** The cover across the page (`full`) or within the column of text (`hero`). */
export function Cover({ view, size }: { view: PageView; size: 'hero' | 'full' }) {
  const { cover, layout } = view.page;
  if (!cover || !layout.cover || layout.coverSize !== size) return null;
  const height = Math.min(700, Math.max(10, cover.height ?? 240));
  const style = `height:${height}px;object-position:50% ${position(cover.yPos)}%`;
  return (
    <div class={`cover cover-${size}`}>
      <img class={cover.darkUrl ? 'only-light' : undefined} src={cover.url} alt="" style={style} />
      {cover.darkUrl && <img class="only-dark" src={cover.darkUrl} alt="" style={style} />}
    </div>
  );
}

/** Position of the picture. `yPos` is the shift as a share of its height; 0 is the middle. */
function position(yPos: number | undefined): number {
  const shift = Number.isFinite(yPos) ? (yPos ?? 0) : 0;
  return Math.min(100, Math.max(0, 50 - (Math.abs(shift) <= 1 ? shift * 100 : shift)));
}

function Breadcrumbs({ view, text }: { view: PageView; text: PageWords }) {
  if (view.breadcrumbs.length === 0) return null;
  return (
    <nav class="breadcrumbs" aria-label={text.breadcrumbs}>
      <ol>
        {view.breadcrumbs.map((item) => (
          <li>{item.href ? <a href={item.href}>{item.title}</a> : <span>{item.title}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}

/** The title of a page. A page always has one h1, which is visually hidden if the author hides the title. */
function PageTitle({ view }: { view: PageView }) {
  const { page } = view;
  return (
    <header class={page.layout.title ? 'page-header' : 'page-header visually-hidden'}>
      <div class="page-top">
        <h1>
          <TitleMark of={page} className="page-mark" />
          {page.title}
        </h1>
        {page.layout.title && <PageActions actions={view.actions} language={view.site.language} />}
      </div>
      <Tags of={page.tags} />
      {page.layout.description && page.description && <p class="page-description">{page.description}</p>}
    </header>
  );
}

function colorClass(color: string | undefined): string | undefined {
  const name = colorName(color);
  return name === undefined ? undefined : `color-${name}`;
}

function Tags({ of: tags = [] }: { of: PageView['page']['tags'] }) {
  if (tags.length === 0) return null;
  return (
    <ul class="page-tags">
      {tags.map((tag) => (
        <li class={colorClass(tag.color)}>
          <TitleMark of={tag} />
          <bdi>{tag.label}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The outline beside the text, on wide screens. */
export function Outline({ view, text }: { view: PageView; text: PageWords }) {
  if (!view.page.layout.outline || view.outline.length < 2) return <div class="outline" />;
  return (
    <aside class="outline">
      <nav class="outline-inner" aria-labelledby="bdy-outline">
        <p class="outline-title" id="bdy-outline">
          {text.onThisPage}
        </p>
        <OutlineList view={view} />
      </nav>
    </aside>
  );
}

/** The outline above the text, folded, on screens without room beside the text. */
function InlineOutline({ view, text }: { view: PageView; text: PageWords }) {
  return (
    <details class="inline-outline">
      <summary>
        <Icon name="chevron-right" className="chevron" />
        <span>{text.onThisPage}</span>
      </summary>
      <nav aria-label={text.onThisPage}>
        <OutlineList view={view} />
      </nav>
    </details>
  );
}

function OutlineList({ view }: { view: PageView }) {
  return (
    <ol class="outline-list">
      {view.outline.map((item) => (
        <li class={`outline-${Math.min(3, Math.max(1, item.level))}`}>
          <a href={`#${encodeURIComponent(item.id)}`}>{item.title}</a>
        </li>
      ))}
    </ol>
  );
}

function Pagination({ view, text }: { view: PageView; text: PageWords }) {
  if (!view.previous && !view.next) return null;
  return (
    <nav class="pagination" aria-label={text.pagination}>
      {view.previous && <PaginationLink link={view.previous} label={text.previous} direction="previous" />}
      {view.next && <PaginationLink link={view.next} label={text.next} direction="next" />}
    </nav>
  );
}

function PaginationLink({
  link,
  label,
  direction,
}: {
  link: PageLink;
  label: string;
  direction: 'previous' | 'next';
}) {
  return (
    <a
      class={`pagination-link pagination-${direction}`}
      href={link.href}
      rel={direction === 'next' ? 'next' : 'prev'}
    >
      <span class="pagination-label">
        {direction === 'previous' && <Icon name="arrow-left" />}
        {label}
        {direction === 'next' && <Icon name="arrow-right" />}
      </span>
      <span class="pagination-title">{link.title}</span>
    </a>
  );
}

function PageFooter({ view, text }: { view: PageView; text: PageWords }) {
  const updatedAt = new Date(view.page.updatedAt ?? '');
  const isDated = view.page.layout.metadata && !Number.isNaN(updatedAt.getTime());
  const pdf = view.surroundings?.pdf;
  return (
    <footer class="page-footer">
      {isDated ? (
        <p>
          {text.lastUpdated}{' '}
          <time datetime={updatedAt.toISOString()}>{formatDate(updatedAt, 'full', view.site.language)}</time>
        </p>
      ) : (
        <span />
      )}
      {(view.editHref || pdf) && (
        <p class="page-links">
          {view.editHref && (
            <a href={view.editHref} rel="noopener">
              <Icon name="pen-to-square" />
              {text.editPage}
            </a>
          )}
          {pdf?.pageHref && (
            <a href={pdf.pageHref} rel="nofollow">
              <Icon name="file-pdf" />
              {text.savePdf}
            </a>
          )}
          {pdf && (
            <a href={pdf.spaceHref} rel="nofollow">
              <Icon name="book" />
              {text.saveAllPdf}
            </a>
          )}
        </p>
      )}
    </footer>
  );
}
