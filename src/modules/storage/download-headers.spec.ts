import { describe, expect, it } from 'vitest';
import { downloadHeaders, parseRange } from './download-headers.js';

describe('parseRange', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-4', { start: 0, end: 4 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=5-99', { start: 5, end: 9 }],
    ['bytes=10-', null],
    ['bytes=-0', null],
    ['bytes=5-4', undefined],
    ['bytes=0-1,3-4', undefined],
    ['lines=0-1', undefined],
    ['bytes=-', undefined],
  ])('reads %s of ten bytes', (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});

describe('downloadHeaders', () => {
  const of = (contentType: string, name = 'a.bin') =>
    downloadHeaders({ contentType, name, blob: 'ab', secondsLeft: 60 });

  it('shows images inline, keeps SVG in a sandbox, and makes other files attachments', () => {
    expect(of('image/png')['Content-Disposition']).toMatch(/^inline;/);
    expect(of('IMAGE/PNG; x=y')['Content-Disposition']).toMatch(/^inline;/);
    expect(of('image/svg+xml')['Content-Disposition']).toMatch(/^inline;/);
    expect(of('image/svg+xml')['Content-Security-Policy']).toMatch(/sandbox/);
    for (const type of ['text/html', 'application/pdf', 'text/xml', 'application/javascript', 'image/png2']) {
      expect(of(type)['Content-Disposition']).toMatch(/^attachment;/);
      expect(of(type)['Content-Security-Policy']).toMatch(/sandbox/);
    }
  });

  it('sends the checked type without its parameters', () => {
    const types = {
      'image/png;,text/html': 'image/png',
      'image/png; charset="a,text/html"': 'image/png',
      'IMAGE/PNG; x=y': 'image/png',
      'image/png,text/html': 'application/octet-stream',
      'image/png text/html': 'application/octet-stream',
      'image/png\r\nX-Own: 1': 'application/octet-stream',
      'no type': 'application/octet-stream',
      '': 'application/octet-stream',
      'text/html;charset=utf-7': 'text/html',
    };
    for (const [stored, sent] of Object.entries(types)) {
      const headers = of(stored);
      expect(headers['Content-Type']).toBe(sent);
      expect(headers['Content-Disposition']).toMatch(sent === 'image/png' ? /^inline;/ : /^attachment;/);
    }
  });

  it('escapes any file name', () => {
    const { 'Content-Disposition': value } = of('image/png', 'Über "x"\r\n(1).png');
    expect(value).toBe(
      `inline; filename="_ber _x___(1).png"; filename*=UTF-8''%C3%9Cber%20%22x%22%0D%0A%281%29.png`,
    );
  });
});
