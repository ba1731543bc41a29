import { describe, expect, it } from 'vitest';
import { documentsEqual, parseMarkdown, serializeMarkdown } from '../index.js';
import { sketch } from '../sketch.fixture.js';

/** Markdown, its meaning, and its written form when that differs. */
const blocks: [markdown: string, meaning: string, written?: string][] = [
  [
    '{% hint style="warning" icon="bell" %}\nMind *this*.\n{% endhint %}',
    'hint{icon:bell,style:warning}(paragraph("Mind "+"this"^italic+"."))',
    '{% hint style="warning" icon="bell" %}\nMind _this_.\n{% endhint %}',
  ],
  [
    '{% hint %}\ntext\n{% endhint %}',
    'hint{style:info}(paragraph("text"))',
    '{% hint style="info" %}\ntext\n{% endhint %}',
  ],
  [
    '{% hint style="tip" %}\ntext\n{% endhint %}',
    'hint{style:info,attributes:{"style":"tip"}}(paragraph("text"))',
  ],
  [
    '{% hint style ="info" %} on one line {% endhint %}',
    'hint{style:info}(paragraph("on one line"))',
    '{% hint style="info" %}\non one line\n{% endhint %}',
  ],
  [
    '{% tabs %}\n{% tab title="A & B" icon="x" %}\n* one\n* two\n{% endtab %}\n\n{% tab %}\n{% endtab %}\n{% endtabs %}',
    'tabs(tabs-item{title:A & B,icon:x}(list-unordered(list-item(paragraph("one")) list-item(paragraph("two")))) tabs-item(paragraph("")))',
    '{% tabs %}\n{% tab title="A & B" icon="x" %}\n* one\n* two\n{% endtab %}\n\n{% tab %}\n\n{% endtab %}\n{% endtabs %}',
  ],
  [
    '{% tabs %}\n{% tab title="iOS \\(3.x\\) \\\\( \\n" %}\na\n{% endtab %}\n{% endtabs %}',
    'tabs(tabs-item{title:iOS (3.x) \\( \\n}(paragraph("a")))',
    '{% tabs %}\n{% tab title="iOS (3.x) \\\\( \\n" %}\na\n{% endtab %}\n{% endtabs %}',
  ],
  ['{% code title="C:\\(x)" %}\n```\na\n```\n{% endcode %}', 'code{title:C:\\(x)}(code-line("a"))'],
  [
    '> {% @mermaid/diagram content="a\n>   b" %}\n>\n> after',
    'blockquote(integration{integration:mermaid,block:diagram,props:{"content":"a\\n  b"}} paragraph("after"))',
    '> {% @mermaid/diagram content="a&#10;  b" %}\n>\n> after',
  ],
  [
    '{% tab title="lost" %}\ntext\n{% endtab %}',
    'tabs(tabs-item{title:lost}(paragraph("text")))',
    '{% tabs %}\n{% tab title="lost" %}\ntext\n{% endtab %}\n{% endtabs %}',
  ],
  [
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na {% endcode %}\n\n```\n{% endcode %}',
    'code{syntax:js,title:a.js,overflow:wrap,lineNumbers:true}(code-line("a {% endcode %}") code-line(""))',
  ],
  [
    '<pre class="language-js"><code class="lang-js"><strong>one &#x26; two\n</strong>three\n</code></pre>',
    'code{syntax:js}(code-line{highlighted:true}("one & two") code-line("three"))',
  ],
  [
    '{% stepper %}\n{% step %}\n## First\n\nDo it.\n{% endstep %}\n{% endstepper %}',
    'stepper(stepper-step(heading-1("First") paragraph("Do it.")))',
  ],
  [
    '{% columns %}\n{% column width="33.3%" verticalAlignment="middle" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
    'columns(column{width:{"unit":"%","value":33.3},verticalAlignment:middle}(paragraph("a")) column(paragraph("b")))',
    '{% columns %}\n{% column width="33.3%" valign="middle" %}\na\n{% endcolumn %}\n\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
  ],
  ['{% content-ref url="a/b.md" %}\n[b.md](a/b.md)\n{% endcontent-ref %}', 'content-ref{ref:<url a/b.md>}'],
  [
    '{% content-ref url="a/b.md" %}\n[Other words](a/b.md)\n{% endcontent-ref %}',
    'content-ref{ref:<url a/b.md>,label:Other words}',
  ],
  ['{% embed url="https://x.y/z" fullWidth="false" %}', 'embed{url:https://x.y/z,fullWidth:false}'],
  [
    '{% embed url="https://x.y/z" %}\nA **caption**\n{% endembed %}',
    'embed{url:https://x.y/z}[caption: paragraph("A "+"caption"^bold)]',
  ],
  [
    '{% embed url="https://x.y/z" %}\nwords\n{% endembed %}',
    'embed{url:https://x.y/z}[caption: paragraph("words")]',
    '{% embed url="https://x.y/z" caption="words" %}',
  ],
  ['{% file src="a b.pdf" %}', 'file{ref:<url a b.pdf>}'],
  ['{% include "../.gitbook/includes/x.md" %}', 'reusable-content{ref:<url ../.gitbook/includes/x.md>}'],
  [
    '{% openapi src="a/pets.yaml" path="/pets" method="get" expanded="true" %}\n[pets.yaml](a/pets.yaml)\n{% endopenapi %}',
    'swagger{path:/pets,method:get,expanded:true,ref:<url a/pets.yaml>}',
  ],
  [
    '{% swagger src="a.yaml" path="/p" method="get" %}\n[other](a.yaml)\n{% endswagger %}',
    'swagger{path:/p,method:get,ref:<url a.yaml>}[body: paragraph(link{ref:<url a.yaml>}("other"))]',
    '{% openapi src="a.yaml" path="/p" method="get" %}\n[other](a.yaml)\n{% endopenapi %}',
  ],
  [
    '{% openapi-operation spec="pets" path="/pets" method="post" %}\n[OpenAPI pets](https://x.y)\n{% endopenapi-operation %}',
    'openapi-operation{path:/pets,method:post,ref:<openapi pets>}[body: paragraph(link{ref:<url https://x.y>}("OpenAPI pets"))]',
  ],
  [
    '{% openapi-schemas spec="pets" schemas="Pet,Owner" grouped="true" %}',
    'openapi-schemas{schemas:["Pet","Owner"],grouped:true,ref:<openapi pets>}',
  ],
  [
    '{% openapi-webhook spec="pets" name="new" method="post" %}',
    'openapi-webhook{name:new,method:post,ref:<openapi pets>}',
  ],
  [
    '{% updates format="full" %}\n{% update date="2026-01-02" tags="new,api" %}\n## V2\n{% endupdate %}\n{% endupdates %}',
    'updates{format:full}(update{date:2026-01-02T00:00:00.000Z,tags:[{"kind":"tag","tag":"new"},{"kind":"tag","tag":"api"}]}(heading-1("V2")))',
  ],
  [
    '{% if visitor.claims.plan == "pro" %}\nsecret\n{% endif %}',
    'if{expression:visitor.claims.plan == "pro"}(paragraph("secret"))',
  ],
  [
    '{% prompt description="Do" openInAIProviders=true %}\n```\nsay it\n```\n{% endprompt %}',
    'prompt{description:Do,openInAIProviders:true}(code(code-line("say it")))',
    '{% prompt description="Do" data={"openInAIProviders":true} %}\n```\nsay it\n```\n{% endprompt %}',
  ],
  [
    '{% @mermaid/diagram content="a %} \\"b\\"" depth=2 %}',
    'integration{integration:mermaid,block:diagram,props:{"content":"a %} \\"b\\"","depth":2}}',
  ],
  [
    '{% @mermaid/diagram content="graph TD\n\n    A["one"] --> B" fullWidth="true" %}\n\nafter',
    'integration{integration:mermaid,block:diagram,props:{"content":"graph TD\\n\\n    A[\\"one\\"] --> B"},fullWidth:true} paragraph("after")',
    '{% @mermaid/diagram content="graph TD\n\n    A[\\"one\\"] --> B" fullWidth="true" %}\n\nafter',
  ],
  [
    '```\n{% @mermaid/diagram content="a\nb" %}\n```',
    'code(code-line("{% @mermaid/diagram content=\\"a") code-line("b\\" %}"))',
  ],
  [
    '{% columns %}\n{% column width="50%" valign="middle" %}\na\n{% endcolumn %}\n{% endcolumns %}',
    'columns(column{width:{"unit":"%","value":50},verticalAlignment:middle}(paragraph("a")))',
  ],
  [
    '<pre class="language-js" data-title="a.js" data-overflow="wrap" data-line-numbers><code class="lang-js"><strong>a\n</strong>b\n</code></pre>',
    'code{syntax:js,title:a.js,overflow:wrap,lineNumbers:true}(code-line{highlighted:true}("a") code-line("b"))',
    '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n<pre class="language-js"><code class="lang-js"><strong>a\n</strong>b\n</code></pre>\n{% endcode %}',
  ],
  [
    '{% api-method method="get" %}\n**text**\n{% endapi-method %}',
    'code{syntax:markdown,raw:markdown}(code-line("{% api-method method=\\"get\\" %}")) paragraph("text"^bold) code{syntax:markdown,raw:markdown}(code-line("{% endapi-method %}"))',
    '{% api-method method="get" %}\n\n**text**\n\n{% endapi-method %}',
  ],
  [
    '<details open>\n\n<summary>Title <code>x</code></summary>\n\n* body\n\n</details>',
    'expandable{defaultExpanded:true}[expandable-title: paragraph("Title "+"x"^code)][expandable-body: list-unordered(list-item(paragraph("body")))]',
  ],
  [
    '<details><summary>T</summary>\nbody **b**\n</details>',
    'expandable[expandable-title: paragraph("T")][expandable-body: paragraph("body "+"b"^bold)]',
    '<details>\n\n<summary>T</summary>\n\nbody **b**\n\n</details>',
  ],
  [
    '![alt](a.png "words")',
    'images(image{ref:<url a.png>,alt:alt}[caption: paragraph("words")])',
    '<figure><img src="a.png" alt="alt"><figcaption><p>words</p></figcaption></figure>',
  ],
  [
    '<figure><img src="a b.png" alt="" width="511" height="50%"><figcaption></figcaption></figure>',
    'images(image{ref:<url a b.png>,width:511,height:{"unit":"%","value":50}})',
  ],
  [
    '<div align="left" data-full-width="true"><figure><img src="a.png" alt=""><figcaption></figcaption></figure> <figure><img src="b.png" alt=""><figcaption></figcaption></figure></div>',
    'images{align:left,fullWidth:true}(image{ref:<url a.png>} image{ref:<url b.png>})',
  ],
  [
    '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)"><img src="l.png" alt="x"></picture><figcaption></figcaption></figure>',
    'images(image{ref:<url l.png>,refDark:<url d.png>,alt:x})',
  ],
  [
    '<div align="center"><img src="a.png" alt=""></div>',
    'images{align:center}(image{ref:<url a.png>})',
    '<div align="center"><figure><img src="a.png" alt=""><figcaption></figcaption></figure></div>',
  ],
  ['<p align="center">Hello <strong>you</strong></p>', 'paragraph{align:center}("Hello "+"you"^bold)'],
  ['<h2 align="center">Hi</h2>', 'heading-1{align:center}("Hi")'],
  ['## Title <a href="#t" id="t"></a>', 'heading-1{id:t}("Title")'],
  ['## Title <a id="t"></a>', 'heading-1{id:t}("Title")', '## Title <a href="#t" id="t"></a>'],
  [
    '## Title <a id="Upper"></a>',
    'heading-1("Title " expression{expression:\'\',raw:<a id="Upper">} expression{expression:\'\',raw:</a>})',
  ],
  [
    '# One\n\n##### Five\n\n###### Six',
    'heading-1{level:1}("One") heading-3{level:5}("Five") heading-3{level:6}("Six")',
  ],
  ['$$\nx^2\n$$', 'math{formula:x^2}'],
  ['$$x^2$$', 'math{formula:x^2}', '$$\nx^2\n$$'],
  [
    '3. a\n4. b\n\n   c',
    'list-ordered{start:3}(list-item(paragraph("a")) list-item(paragraph("b") paragraph("c")))',
    '3. a\n\n4. b\n\n   c',
  ],
  [
    '* [ ] a\n* [x] b\n  * c',
    'list-tasks(list-item{checked:false}(paragraph("a")) list-item{checked:true}(paragraph("b") list-unordered(list-item(paragraph("c")))))',
  ],
  ['* a\n\n- b', 'list-unordered(list-item(paragraph("a"))) list-unordered(list-item(paragraph("b")))'],
  [
    '<div class="x">\n<p>kept</p>\n</div>',
    'code{syntax:html,raw:html}(code-line("<div class=\\"x\\">") code-line("<p>kept</p>") code-line("</div>"))',
  ],
  ['<!-- a comment -->', "paragraph(expression{expression:'',raw:<!-- a comment -->,flow:true})"],
  [
    '[unused]: https://x.y "t"',
    'paragraph(expression{expression:\'\',raw:[unused]: <https://x.y> "t",flow:true})',
    '[unused]: <https://x.y> "t"',
  ],
  ['> a\n>\n> > b', 'blockquote(paragraph("a") blockquote(paragraph("b")))'],
  ['***', 'divider'],
];

const lines: [markdown: string, meaning: string, written?: string][] = [
  [
    '**a** *b* ~~c~~ `d`',
    '"a"^bold+" "+"b"^italic+" "+"c"^strikethrough+" "+"d"^code',
    '**a** _b_ ~~c~~ `d`',
  ],
  ['***a** b*', '"a"^bold^italic+" b"^italic', '_**a** b_'],
  ['in**tra**word', '"in"+"tra"^bold+"word"'],
  ['<strong> a </strong>b', '" a "^bold+"b"'],
  [
    '<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup>',
    '"Ctrl"^keyboard+" H"+"2"^subscript+"O x"+"2"^superscript',
  ],
  ['<mark style="color:red;background-color:$info;">x</mark>', '"x"^color{text:red,background:$info}'],
  ['<u>x</u>', "expression{expression:'',raw:<u>} \"x\" expression{expression:'',raw:</u>}", '<u>x</u>'],
  ['List<String> and &lt;b>', '"List<String> and <b>"', 'List\\<String> and \\<b>'],
  [
    ':smile: 10:30:45 <span data-gb-custom-inline data-tag="emoji" data-code="1f6e0">🛠️</span>',
    'emoji{code:1f604} " 10:30:45 " emoji{code:1f6e0}',
    ':smile: 10:30:45 <span data-gb-custom-inline data-tag="emoji" data-code="1f6e0">🛠</span>',
  ],
  [
    '<i class="fa-gear">:gear:</i> <i class="fa-x" style="color:red;"></i>',
    'icon{icon:gear} " " icon{icon:x,color:red}',
    '<i class="fa-gear"></i> <i class="fa-x" style="color:red;"></i>',
  ],
  ['a $$x_1$$ b $5', '"a " inline-math{formula:x_1} " b $5"'],
  [
    'see <img src="a.png" alt="A" data-size="line"> here',
    '"see " inline-image{ref:<url a.png>,alt:A,size:line} " here"',
  ],
  [
    '<a href="x.md" class="button primary" data-icon="star">Go *now*</a>',
    'link{ref:<url x.md>,attributes:{"class":"button primary","data-icon":"star"}}("Go "+"now"^italic)',
    '<a href="x.md" class="button primary" data-icon="star">Go _now_</a>',
  ],
  [
    '<a href="x.md" class="button primary" data-icon="star">Go</a>',
    'button{label:Go,kind:primary,icon:star,ref:<url x.md>}',
  ],
  [
    '<button type="button" class="button secondary" data-action="ask" data-query="why">Ask</button>',
    'button{label:Ask,kind:secondary,action:{"action":"ask","query":"why"}}',
  ],
  [
    '<a href="x.md" target="_blank">there</a>',
    'link{ref:<url x.md>,attributes:{"target":"_blank"}}("there")',
  ],
  [
    '[x.md](x.md "mention") [Ann](bindery:user/u1 "mention")',
    'mention{ref:<url x.md>} " " mention{ref:<user u1>,text:Ann}',
  ],
  ['[a *b*](c "d")', 'link{ref:<url c>,title:d}("a "+"b"^italic)', '[a _b_](c "d")'],
  ['[a](<x y>) [b][r]\n\n[r]: z', 'link{ref:<url x y>}("a") " " link{ref:<url z>}("b")', '[a](<x y>) [b](z)'],
  [
    'https://x.y/z me@x.y',
    'link{ref:<url https://x.y/z>}("https://x.y/z") " " link{ref:<url mailto:me@x.y>}("me@x.y")',
    '<https://x.y/z> [me\\@x.y](mailto:me@x.y)',
  ],
  ['<code class="expression">space.vars.a</code>', 'expression{expression:space.vars.a}'],
  [
    '<code class="expression">a[0](b) *2* \\*3 || "<b>`https://x.y`" + "\\n&#x26;"</code>',
    'expression{expression:a[0](b) *2* *3 || "<b>`https://x.y`" + "\\n&"}',
    '<code class="expression">a\\[0\\](b) \\*2\\* \\*3 || "\\<b>\\`https\\://x.y\\`" + "\\n&"</code>',
  ],
  ['a\\\nb<br>c\nd', '"a\\nb\\nc d"', 'a\\\nb\\\nc d'],
  ['*{% hint %}* `{% tab %}`', '"{% hint %}"^italic+" "+"{% tab %}"^code', '_\\{% hint %}_ `{% tab %}`'],
  [
    '[here](#part) [p](bindery:page/p1?space=s#a%20b)',
    'link{ref:<anchor part>}("here") " " link{ref:<anchor a b p1 s>}("p")',
  ],
];

describe('Git-format blocks keep their meaning', () => {
  it.each(blocks)('%s', (markdown, meaning, written = markdown) => {
    const { document } = parseMarkdown(markdown);
    expect(sketch(document)).toBe(meaning);
    expect(serializeMarkdown(document)).toBe(`${written}\n`);
    expect(documentsEqual(parseMarkdown(written).document, document)).toBe(true);
  });
});

describe('Git-format lines keep their meaning', () => {
  it.each(lines)('%s', (markdown, meaning, written = markdown) => {
    const { document } = parseMarkdown(markdown);
    expect(sketch(document)).toBe(`paragraph(${meaning})`);
    const back = serializeMarkdown(document);
    expect(back).toBe(`${written}\n`);
    expect(documentsEqual(parseMarkdown(back).document, document)).toBe(true);
  });
});

describe('footnotes', () => {
  it('become annotations, each with a copy of the footnote', () => {
    const markdown = 'One[^a] and two[^a].\n\n[^a]: The *note*\n\n    in two parts\n';
    const { document } = parseMarkdown(markdown);
    const note =
      'annotation("a"^superscript)[annotation-body: paragraph("The "+"note"^italic) paragraph("in two parts")]';
    expect(sketch(document)).toBe(`paragraph("One" ${note} " and two" ${note} ".")`);
    expect(serializeMarkdown(document)).toBe(
      'One[^a] and two[^a].\n\n[^a]: The _note_\n\n    in two parts\n',
    );
  });

  it('are kept without a reference to them, and end at a reference to themselves', () => {
    expect(sketch(parseMarkdown('x\n\n[^1]: see [^1]').document)).toBe(
      'paragraph("x") paragraph(annotation("1"^superscript)[annotation-body: paragraph("see [^1]")])',
    );
  });

  it('annotate words through an anchor', () => {
    const markdown = 'A <a data-footnote-ref href="#user-content-fn-1">word</a>.\n\n[^1]: note\n';
    const written = 'A [word](#user-content-fn-1)[^1].\n\n[^1]: note\n';
    const { document } = parseMarkdown(markdown);
    expect(sketch(document)).toBe(
      'paragraph("A " annotation("word")[annotation-body: paragraph("note")] ".")',
    );
    expect(serializeMarkdown(document)).toBe(written);
    expect(documentsEqual(parseMarkdown(written).document, document)).toBe(true);
  });

  it('annotate a link in front of the footnote number', () => {
    const markdown = 'A [**bold** word](#user-content-fn-Note)[^Note] here.\n\n[^Note]: body\n';
    const { document } = parseMarkdown(markdown);
    expect(sketch(document)).toBe(
      'paragraph("A " annotation("bold"^bold+" word")[annotation-body: paragraph("body")] " here.")',
    );
    const written = 'A [**bold** word](#user-content-fn-1)[^1] here.\n\n[^1]: body\n';
    expect(serializeMarkdown(document)).toBe(written);
    expect(documentsEqual(parseMarkdown(written).document, document)).toBe(true);
    // A link to another footnote is a link.
    expect(sketch(parseMarkdown('[a](#user-content-fn-2)[^1]\n\n[^1]: body').document)).toContain('link{');
  });
});

describe('reading malformed Markdown', () => {
  const cases: [markdown: string, meaning: string, kinds: string[]][] = [
    ['{% hint %}\ntext', 'paragraph("{% hint %}") paragraph("text")', ['unclosed-tag']],
    ['text\n{% endhint %}', 'paragraph("text") paragraph("{% endhint %}")', ['stray-tag']],
    [
      '{% tabs %}\n{% tab %}\n{% hint %}\nx\n{% endtab %}\n{% endtabs %}',
      'tabs(tabs-item(paragraph("{% hint %}") paragraph("x")))',
      ['unclosed-tag'],
    ],
    [
      '{% tabs %}\n{% tab %}\n1. a\n   {% endtab %}\n{% endtabs %}',
      'tabs(tabs-item(list-ordered(list-item(paragraph("a")))))',
      [],
    ],
    [
      '1. a\n\n       {% hint %}\n   b\n   {% endhint %}',
      'list-ordered(list-item(paragraph("a") hint{style:info}(paragraph("b"))))',
      [],
    ],
    [
      '```\n{% hint %}\n```\n\n    {% for x in y %}',
      'code(code-line("{% hint %}")) code(code-line("{% for x in y %}"))',
      [],
    ],
    [
      '<img src="a.png">\n{% hint %}\nb\n{% endhint %}',
      'images(image{ref:<url a.png>}) hint{style:info}(paragraph("b"))',
      [],
    ],
    ['<!-- never\n\nclosed', 'paragraph("<!-- never") paragraph("closed")', ['unclosed-html']],
    ['$$\nnever\n\nclosed', 'paragraph("$$ never") paragraph("closed")', ['unclosed-tag']],
    [
      '<details>\n\ntext',
      'paragraph(expression{expression:\'\',raw:<details>,flow:true}) paragraph("text")',
      ['unclosed-html'],
    ],
  ];
  it.each(cases)('warns of %s', (markdown, meaning, kinds) => {
    const { document, warnings } = parseMarkdown(markdown, { file: 'a.md' });
    expect(sketch(document)).toBe(meaning);
    expect(warnings.map((warning) => warning.kind)).toEqual(kinds);
    expect(warnings.every((warning) => warning.file === 'a.md' && (warning.line ?? 0) > 0)).toBe(true);
  });

  it('warns with the line, also inside of lists', () => {
    const warnings = parseMarkdown('a\n\n* b\n\n  {% hint %}\n\n  c').warnings;
    expect(warnings[0]?.line).toBe(5);
  });

  it('ends for endless nesting, on one line and over many', () => {
    const deep = [
      '> '.repeat(5000) + 'x',
      '- '.repeat(3000) + 'x',
      '{% hint %}\n'.repeat(2000) + '{% endhint %}\n'.repeat(2000),
      '<details>\n\n'.repeat(500) + '</details>\n\n'.repeat(500),
      '*'.repeat(3000) + 'x' + '*'.repeat(3000),
      '<b>'.repeat(3000) + 'x' + '</b>'.repeat(3000),
      '<div>'.repeat(3000),
      '[^1]: [^2]\n[^2]: [^3][^3]\n[^3]: [^4][^4]\n[^4]: [^5][^5]\n\n[^1] [^2] [^5]\n[^5]: x'.replaceAll(
        '\n',
        '\n\n',
      ),
      '<!--\n\n'.repeat(500),
      '$$\n\n'.repeat(501),
    ];
    for (const markdown of deep) {
      const { document } = parseMarkdown(markdown);
      const written = serializeMarkdown(document);
      expect(documentsEqual(parseMarkdown(written).document, document), written.slice(0, 500)).toBe(true);
    }
  });
});

describe('the resolvers of an import', () => {
  it('decide the targets of addresses', () => {
    const markdown =
      '[a](b.md#c) ![i](x.png) <a href="b.md" class="button primary">B</a>\n\n{% include "i.md" %}\n\n{% file src="f.pdf" %}\n';
    const { document } = parseMarkdown(markdown, {
      resolveLink: (url) => (url.startsWith('b.md') ? { kind: 'page', page: 'p1' } : undefined),
      resolveFile: (path) => (path === 'x.png' ? { kind: 'file', file: 'f1' } : undefined),
      resolveInclude: () => ({ kind: 'reusable-content', reusableContent: 'r1' }),
    });
    expect(sketch(document)).toBe(
      'paragraph(link{ref:<page p1>}("a") " " inline-image{ref:<file f1>,alt:i} " " button{label:B,kind:primary,ref:<page p1>}) ' +
        'reusable-content{ref:<reusable-content r1>} file{ref:<url f.pdf>}',
    );
    expect(serializeMarkdown(document)).toContain('[a](bindery:page/p1) ![i](bindery:file/f1)');
    const formatted = serializeMarkdown(document, {
      formatRef: (ref) => (ref.kind === 'page' ? `pages/${ref.page}.md` : undefined),
    });
    expect(formatted).toContain(
      '[a](pages/p1.md) ![i](bindery:file/f1) <a href="pages/p1.md" class="button primary">B</a>',
    );
    expect(formatted).toContain('{% include "bindery:reusable-content/r1" %}');
  });
});
