import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TangledHtml } from '#platform/html/parse-html.js';
import { readableBody } from './readable-body.js';

function outcomeOf(body: string): string {
  try {
    return readableBody(body).length < 2_000_000 ? 'read' : 'too long';
  } catch (error) {
    return error instanceof TangledHtml ? 'refused' : String(error);
  }
}

describe('a message body in HTML becomes Markdown', () => {
  it.each([
    ['<p>One</p><p>Two <b>bold</b> and <i>slanted</i></p>', 'One\n\nTwo **bold** and *slanted*'],
    ['<div>One<br>Two</div><div>Three</div>', 'One\nTwo\nThree'],
    ['<ul><li>One</li><li><p>Two</p><ol><li>Deep</li></ol></li></ul>', '* One\n* Two\n\n  1. Deep'],
    [
      '<p>Above</p><blockquote><p>One</p><p>Two</p></blockquote><p>Below</p>',
      'Above\n\n> One\n>\n> Two\n\nBelow',
    ],
    [
      '<p>See <a href="https://x.example/a(b)">this <b>page</b></a>.</p>',
      'See [this **page**](https://x.example/a%28b%29).',
    ],
    ['<a href="javascript:alert(1)">Words</a> <a href="https://x.example"></a>', 'Words'],
    ['<p>Before</p><pre><code>a = 1\n\n  b*c</code></pre>', 'Before\n\n```\na = 1\n\n  b*c\n```'],
    ['<table><tr><td>A</td><td>B</td></tr><tr><td>C</td></tr></table>', 'A B\nC'],
    [
      '<style>p{}</style><script>alert(1)</script><p>Hi<img src="https://x.example/t.gif" alt="logo"></p>',
      'Hilogo',
    ],
    ['<p># no heading * and &lt;b&gt; [x](y)</p>', '\\# no heading \\* and \\<b> [x\\](y)'],
    ['<p>a_b _c_ <i>[x]</i>(y) [x]<b>(y)</b></p>', 'a_b \\_c\\_ *[x]*(y) [x]**\\(y)**'],
    ['<p>[x]<span>(javascript:1)</span></p>', '[x]\\(javascript:1)'],
    ['<h2>Title</h2>Text<b> </b><b></b>', '## Title\n\nText'],
    ['Press <b>Save</b>, then <code>a_b*c</code>', 'Press **Save**, then `a_b*c`'],
    ['<div class="gmail_quote">On Monday<br>quoted</div><p>x</p>', '> On Monday\n> quoted\n\nx'],
  ])('%s', (html, markdown) => expect(readableBody(html)).toBe(markdown));
});

describe('masking personal data in the message body', () => {
  it.each([
    ['ann@**example.com**', /ann@/],
    ['<p>ann@<b>example.com</b></p>', /ann@/],
    ['<p>ann<wbr>@example.com</p>', /ann@/],
    ['<p>4111 <span>1111 1111</span> 1111</p>', /1111/],
    ['an\u200bn@exam\u00adple.com', /example/],
    ['<a href="mailto:ann@example.com">write</a>', /ann/],
    ['<p title="ann@example.com">Hi</p><img alt="ann@example.com">', /ann/],
    ['<a href="https://x.example/?access_token=abcdef1">here</a>', /abcdef1/],
    ['<p>a&#64;example.com b&commat;example.com</p>', /example/],
  ])('hides all of %s', (body, telling) => expect(readableBody(body)).not.toMatch(telling));
});

describe('a hostile message body', () => {
  const units = [
    '<a>',
    '<a href=https://a.b>',
    '<table>',
    '<td>',
    '<ul><li>',
    '<blockquote>',
    '<font color=a>',
    '<p>',
  ];
  const more = [
    '<p>a ',
    '<pre>',
    '<span>x</span>',
    '<b>a</b>',
    '<b>*</b>',
    '<img src=x>',
    '<select><option>',
    '<svg>',
  ];
  const texts = [
    '*_[',
    '[',
    '&nbsp;',
    ' x',
    '\n',
    '<!--',
    '~',
    'www.a.b ',
    '_',
    '`',
    '\\',
    '&#64;',
    '<',
    '> ',
    '>\n',
  ];
  const long = [...units, ...more, ...texts].flatMap((unit) =>
    ['nothing', '<p>', '400 × <div>'].map((before) => [unit, before] as const),
  );
  const befores: Record<string, string> = { '<p>': '<p>', '400 × <div>': '<div>'.repeat(400) };

  it.each(long)('of 30,000 letters %j after %s is read or refused', (unit, before) => {
    const text = (befores[before] ?? '') + unit.repeat(30_000 / unit.length);
    expect(outcomeOf(text)).toMatch(/^(?:read|refused)$/);
  });

  it('leaves no HTML outside of code, and never fails', () => {
    const tags = [
      'div',
      'b',
      'p',
      'blockquote',
      'ul',
      'li',
      'pre',
      'code',
      'a',
      'table',
      'td',
      'script',
      'br',
      'h1',
    ];
    const piece = fc.oneof(
      fc.constantFrom(...tags.flatMap((tag) => [`<${tag}>`, `</${tag}>`])),
      fc.constantFrom('&lt;script&gt;', ' word ', '\n', '*', '`', '> ', '1. ', '# ', '[x](javascript:1)'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const read = readableBody(`<p>${pieces.join('')}`);
        const outside = read.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '');
        expect(outside).not.toMatch(/(?<!\\)<[a-z]/i);
      }),
    );
  });
});
