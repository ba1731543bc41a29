import { Injectable } from '@nestjs/common';
import { type MadeWith, PageMaker } from '../../making/page-maker.js';
import type { PublishedPlace } from '../../published-content.js';
import type { NavigationPage } from '../../space-navigation.js';

export type MarkdownText = { text: string } & MadeWith;

/** Pages as Markdown, as the visitor may see them: from the same document as the rendered page. */
@Injectable()
export class PageMarkdown {
  constructor(private readonly maker: PageMaker) {}

  /** A page by itself, with its description in front matter. */
  of(place: PublishedPlace, entry: NavigationPage): Promise<MarkdownText> {
    const { title, description } = entry.page;
    return this.maker.markdown(place, entry, { title, description });
  }

  /** A page among others in one text, with its address in the text. */
  async section(place: PublishedPlace, entry: NavigationPage): Promise<string> {
    const { title, description } = entry.page;
    const from = new URL(entry.href ?? '', place.siteUrl).href;
    return (await this.maker.markdown(place, entry, { title, description, from })).text;
  }
}
