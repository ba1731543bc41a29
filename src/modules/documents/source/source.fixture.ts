import fc from 'fast-check';

/** The habits of an author. */
export interface Style {
  bullet: string;
  ordered: string;
  emphasis: string;
  strong: string;
  fence: string;
  eol: string;
  isWrapped: boolean;
  isLoose: boolean;
  isPadded: boolean;
  isUnderlined: boolean;
  isEnded: boolean;
  indent: number;
  hasMark: boolean;
  blank: number;
  order: number[];
}

export const markdownStyle: fc.Arbitrary<Style> = fc.record({
  bullet: fc.constantFrom('-', '*', '+', '-  ', '*   '),
  ordered: fc.constantFrom('1.', '1)', '3.', '007.'),
  emphasis: fc.constantFrom('*', '_'),
  strong: fc.constantFrom('**', '__'),
  fence: fc.constantFrom('```', '~~~', '````'),
  eol: fc.constantFrom('\n', '\r\n'),
  isWrapped: fc.boolean(),
  isLoose: fc.boolean(),
  isPadded: fc.boolean(),
  isUnderlined: fc.boolean(),
  isEnded: fc.boolean(),
  indent: fc.integer({ min: 0, max: 2 }),
  hasMark: fc.boolean(),
  blank: fc.integer({ min: 1, max: 3 }),
  order: fc.shuffledSubarray(
    Array.from({ length: 14 }, (_, at) => at),
    { minLength: 3 },
  ),
});

export interface StyledBlock {
  /** The block as it is written. */
  block: string;
  /** A word that only this block has. */
  word: string;
  /** The block with another word, in the same style. */
  edited: string;
}

/** A text in a style, and the blocks that a test may edit. */
export function styledMarkdown(style: Style): { source: string; blocks: StyledBlock[] } {
  const { eol, order, blank } = style;
  const blocks = order.map((kind, at) => {
    const word = `Wort${String.fromCharCode(65 + at)}x`;
    const block = blockOf(kind, word, style).join(eol);
    // A cell that has room keeps its width.
    return {
      block,
      word,
      edited: block
        .replace(`${word}      `, `${word}edited `)
        .replace(new RegExp(`${word}(?!edited)`), `${word}edited`),
    };
  });
  const text = blocks.map(({ block }) => block).join(eol.repeat(blank + 1));
  const source = `${style.hasMark ? '\uFEFF' : ''}First.${eol}${eol}${text}${style.isEnded ? eol : ''}`;
  return { source, blocks };
}

function blockOf(kind: number, word: string, style: Style): string[] {
  const { emphasis, strong, fence, isWrapped, isLoose, isPadded, isUnderlined } = style;
  const marked = `Some ${emphasis}marked${emphasis} and ${strong}strong${strong}`;
  const text = isWrapped
    ? [`${marked} words`, `with ${word} in`, 'three lines.']
    : [`${marked} ${word} here.`];
  const gap = isLoose ? [''] : [];
  const bullet = style.bullet.padEnd(2);
  const deep = ' '.repeat(bullet.length);
  const number = `${style.ordered} `;
  switch (kind) {
    case 0:
      return text;
    case 1:
      return isUnderlined ? [`${word} title`, '------'] : [`## ${word} title ##`];
    case 2:
      return [`${bullet}one`, ...gap, `${bullet}${word} two`, ...gap, `${bullet}three`];
    case 3:
      return [
        `${bullet}one`,
        ...gap,
        `${deep}${bullet}${word} deep`,
        ...gap,
        `${deep}${bullet}deeper`,
        ...gap,
        `${bullet}two`,
      ];
    case 4:
      return [`${number}one`, ...gap, `${number}${word} two`];
    case 5:
      return ['> Quoted', `> ${word} words.`, '>', `>${bullet}in it`];
    case 6:
      return isPadded
        ? ['| A          | B   |', '| :--------- | --- |', `| ${word}      | b   |`, '| c          | d   |']
        : ['A|B', '-|-', `${word}|b`, 'c|d'];
    case 7:
      return [`${fence}js`, 'const a = 1;', `const ${word} = 2;`, fence];
    case 8:
      return ['{% hint style="info" %}', `Mind ${word} now.`, '', 'More.', '{% endhint %}'];
    case 9:
      return ['<details>', '', '<summary>Title</summary>', '', ...text, '', '</details>'];
    case 10:
      return [
        '{% tabs %}',
        '{% tab title="A" %}',
        `${bullet}${word} item`,
        '{% endtab %}',
        '',
        '{% tab title="B" %}',
        'b',
        '{% endtab %}',
        '{% endtabs %}',
      ];
    case 11:
      return [`- [ ] a`, ...gap, `- [x] ${word} b`];
    case 12:
      return ['    indented', `    ${word} code`];
    default:
      return [`<p align="center">${word} in the middle</p>`];
  }
}
