import { fill, wordsOf } from '#modules/words/index.js';
import { Icon } from './ui-icon.js';

/** Actions that readers may take on a page as a whole. */
export interface PageActionsView {
  /** Address of the Markdown of the page. */
  markdownHref?: string;
  /** Assistants that read the page when the reader follows the link. */
  assistants: { name: string; href: string }[];
  /** Address of the Model Context Protocol of the site. */
  mcpUrl?: string;
}

/** A small menu beside the title; nothing if it would be empty. */
export function PageActions({ actions, language }: { actions?: PageActionsView; language?: string }) {
  if (!actions) return null;
  const { markdownHref, assistants, mcpUrl } = actions;
  if (markdownHref === undefined && assistants.length === 0 && mcpUrl === undefined) return null;
  const text = wordsOf(language).interaction;
  return (
    <details class="page-actions" data-popup>
      <summary aria-label={text.pageActions} title={text.pageActions}>
        <Icon name="ellipsis-vertical" />
      </summary>
      <ul>
        {markdownHref && (
          <li>
            <button type="button" data-copy-page={markdownHref}>
              <Icon name="copy" />
              {text.copyMarkdown}
            </button>
          </li>
        )}
        {markdownHref && (
          <li>
            <a href={markdownHref}>
              <Icon name="file-lines" />
              {text.viewMarkdown}
            </a>
          </li>
        )}
        {mcpUrl && (
          <li>
            <button type="button" data-copy-text={mcpUrl}>
              <Icon name="plug" />
              {text.copyMcp}
            </button>
          </li>
        )}
        {assistants.map(({ name, href }) => (
          <li>
            <a href={href} rel="noopener nofollow">
              <Icon name="arrow-up-right-from-square" />
              {fill(text.openIn, { name })}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
