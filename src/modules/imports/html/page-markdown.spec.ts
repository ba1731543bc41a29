import { describe, expect, it } from 'vitest';
import { TangledHtml } from '#platform/html/parse-html.js';
import { parseHtmlPage } from './page-markdown.js';

describe('parseHtmlPage', () => {
  it('refuses a page with too many elements', () => {
    expect(() => parseHtmlPage('<br>'.repeat(99_997))).not.toThrow();
    expect(() => parseHtmlPage('<br>'.repeat(99_998))).toThrow(TangledHtml);
    expect(() => parseHtmlPage('<br>'.repeat(99_998))).toThrow('more than 100000 elements; split it');
  });
});
