import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { PublishedContent } from '../../published-content.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { body, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { type LocatedEntry, SitePages } from '../../site-pages.js';
import type { NavigationPage } from '../../space-navigation.js';
import { MadeAnswers } from '../made-answers.js';
import { servesAgents } from '../site-for-machines.js';
import { markdownHref, pagePathOf } from './markdown-address.js';
import { PageMarkdown } from './page-markdown.js';

export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

/** Every page as Markdown: at its address with `.md`, and at its own address for requests that accept `text/markdown`. */
@Injectable()
export class MarkdownPages implements SiteRoute {
  constructor(
    private readonly pages: SitePages,
    private readonly content: PublishedContent,
    private readonly markdown: PageMarkdown,
    private readonly answers: MadeAnswers,
  ) {}

  matches(path: string, headers: IncomingHttpHeaders): boolean {
    return !path.startsWith('~') && (pagePathOf(path) !== null || prefersMarkdown(headers.accept));
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    if (!servesAgents(reader.site)) return null;
    const path = pagePathOf(reader.path);
    if (path === null) return this.negotiated(reader);
    // A page may have this path itself.
    if ((await this.pages.locate(reader))?.entry?.href) return null;
    const located = await this.pages.locate({ ...reader, path });
    if (!located) return null;
    const { entry, place, navigation, wanted } = located;
    if (entry?.href) {
      const address = markdownHref(entry.href);
      const isThere = address === reader.siteBasePath + reader.path;
      return isThere ? this.page(reader, located, entry) : { kind: 'redirect', location: address };
    }
    const moved =
      (await this.content.redirect(place, wanted)) ?? (await this.content.moved(place, navigation, wanted));
    if (moved?.startsWith(reader.siteBasePath)) return { kind: 'redirect', location: markdownHref(moved) };
    return nothing(reader);
  }

  /** The page as Markdown; null for a missing page or another address of it, which `SitePages` answers. */
  private async negotiated(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const located = await this.pages.locate(reader);
    const entry = located?.entry;
    if (!entry || entry.href !== reader.siteBasePath + reader.path) return null;
    return this.page(reader, located, entry);
  }

  private page(reader: ReaderRequest, { place }: LocatedEntry, entry: NavigationPage): Promise<SiteAnswer> {
    return this.answers.get(reader, `markdown ${place.space.siteSpaceId} ${entry.page.id}`, async () => {
      const { text, specifications, seconds } = await this.markdown.of(place, entry);
      const answer = body(200, text, {
        'Content-Type': MARKDOWN_TYPE,
        Vary: 'Accept, Accept-Encoding',
        // Search engines should list the page instead of this form of it.
        Link: `<${new URL(entry.href ?? '', place.siteUrl).href}>; rel="canonical"`,
      });
      return { ...answer, specifications, seconds };
    });
  }
}

/** A not-found answer as Markdown, with a link to the list of all pages. */
function nothing(reader: ReaderRequest): SiteAnswer {
  const text = `# Page not found\n\nThere is no page at this address. All pages are listed at <${reader.siteUrl}llms.txt>.\n`;
  return body(404, text, { 'Content-Type': MARKDOWN_TYPE });
}

/** True if an Accept header names `text/markdown` and does not prefer HTML. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (!accept?.includes('text/markdown')) return false;
  const wanted = weightOf(accept, 'text/markdown');
  return wanted > 0 && wanted >= weightOf(accept, 'text/html');
}

/** Weight of a type that the header names, else 0: `*` expresses no preference. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return weight === undefined ? 1 : Number(weight) || 0;
  }
  return 0;
}
