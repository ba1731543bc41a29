import { expect, it } from 'vitest';
import { htmlText } from './raw-source.js';

it('the text of HTML has no tag, comment, script or style', () => {
  const html = '<p class="a">One<!-- two --></p><script src="x">three()</script><style>four</style> five';
  expect(htmlText(html).replace(/\s+/g, ' ').trim()).toBe('One five');
  expect(htmlText('a <script>b').trim()).toBe('a');
});

it('the text of HTML is found in linear time when tags stay open', () => {
  for (const tag of ['<script ', '<style ', '<!--', '<script>', '</script', '<a ']) {
    expect(htmlText(tag.repeat(100_000)).length).toBeLessThanOrEqual(tag.length * 100_000);
  }
});
