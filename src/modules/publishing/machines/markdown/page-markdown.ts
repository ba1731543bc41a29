import { Injectable } from '@nestjs/common';
import { type MadeWith, PageMaker } from '../../making/page-maker.js';
import type { PublishedPlace } from '../../published-content.js';
import type { NavigationPage } from '../../space-navigation.js';

export type MarkdownText = { text: string } & MadeWith;

/** Pages as Markdown, with what the visitor may see and nothing else: the same text that the page is rendered from. */
@Injectable()
export class PageMarkdown {
  constructor(private readonly maker: PageMaker) {}

  /** A page on its own, its description in front matter. */
  of(place: PublishedPlace, entry: NavigationPage): Promise<MarkdownText> {
    const { title, description } = entry.page;
    return this.maker.markdown(place, entry, { title, description });
  }

  /** A page among others in one text: it says itself where it is from. */
  async section(place: PublishedPlace, entry: NavigationPage): Promise<string> {
    const { title, description } = entry.page;
    const from = new URL(entry.href ?? '', place.siteUrl).href;
    return (await this.maker.markdown(place, entry, { title, description, from })).text;
  }
}
