import { describe, expect, it } from 'vitest';
import { embedFrame } from './embeds.js';

describe('the frame of an embed', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    ['https://codepen.io/someone/pen/abc', 'https://codepen.io/someone/embed/abc'],
    ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ])('of %s has the address for embedding', (url, address) => {
    expect(embedFrame(url)?.address).toBe(address);
  });

  it.each([
    'http://example.com/',
    'javascript:alert(1)',
    '/a',
    'https://user@example.com/',
    'data:text/html,x',
  ])('is missing for %s', (url) => {
    expect(embedFrame(url)).toBeNull();
  });

  it('ignores path segments that are no video', () => {
    expect(embedFrame('https://youtu.be/../x?y')?.address).toBe('https://youtu.be/x?y');
  });
});
