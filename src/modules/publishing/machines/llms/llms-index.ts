import { Injectable } from '@nestjs/common';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { body, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { ListedPages } from '../listed-pages.js';
import { MadeAnswers } from '../made-answers.js';
import { servesAgents } from '../site-for-machines.js';
import { InstructionsForAgents } from './instructions-for-agents.js';
import { LLMS_FULL_PATH } from './llms-full.js';
import { llmsText, sectionsOf } from './llms-text.js';

export const LLMS_PATH = 'llms.txt';
export const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** The index of a site for language models: every page with its Markdown, in the form of llmstxt.org. */
@Injectable()
export class LlmsIndexRoute implements SiteRoute {
  constructor(
    private readonly listed: ListedPages,
    private readonly answers: MadeAnswers,
    private readonly instructions: InstructionsForAgents,
  ) {}

  matches(path: string): boolean {
    return path === LLMS_PATH;
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    if (!servesAgents(reader.site)) return null;
    return this.answers.get(reader, LLMS_PATH, async () => {
      const spaces = await this.listed.listBySpace(reader);
      const instructions = await this.instructions.of(reader.site);
      const home = spaces[0]?.navigation.home?.page;
      const text = llmsText({
        title: reader.site.title,
        description: home?.description,
        notes: [
          ...(instructions === '' ? [] : [instructions]),
          `Each page is Markdown. All of them in one text: [${LLMS_FULL_PATH}](${reader.siteUrl}${LLMS_FULL_PATH}).`,
        ],
        sections: await sectionsOf(reader.site, spaces),
      });
      return body(200, text, { 'Content-Type': PLAIN_TEXT });
    });
  }
}
