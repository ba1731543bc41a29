import { describe, expect, it } from 'vitest';
import { parseMarkdown, serializeMarkdown } from '../index.js';
import { readTable, type TableModel } from '../table-model.js';
import { plainText } from '../document-nodes.js';

const cards =
  '<table data-card-size="large" data-view="cards"><thead><tr><th></th><th data-type="rating" data-max="5">Stars</th>' +
  '<th data-hidden data-card-cover data-type="files">Cover</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead>' +
  '<tbody><tr><td><strong>One</strong></td><td>4</td><td><a href="a b.png">a b.png</a>, <a href="c.png">Other</a></td><td><a href="x/">x</a></td></tr>' +
  '<tr><td></td><td></td><td></td><td></td></tr></tbody></table>\n';

function modelOf(markdown: string): TableModel {
  const [table, ...others] = parseMarkdown(markdown).document.nodes;
  expect(others).toEqual([]);
  return readTable(table as NonNullable<typeof table>) as TableModel;
}

describe('Markdown tables', () => {
  it('are read as cards with typed columns, a cover and a target', () => {
    const model = modelOf(cards);
    expect(model.view).toEqual({ type: 'cards', cardSize: 'large' });
    expect(model.columns.map((column) => [column.definition.type, column.visible])).toEqual([
      ['text', true],
      ['rating', true],
      ['files', false],
      ['content-ref', false],
    ]);
    expect(model.columns[2]?.isCover).toBe(true);
    expect(model.columns[3]?.isTarget).toBe(true);
    const [text, stars, cover, target] = model.rows[0]?.cells ?? [];
    expect(plainText(text?.blocks?.[0]?.nodes)).toBe('One');
    expect(stars?.value).toBe(4);
    expect(cover).toEqual({ value: ['url:a b.png', 'url:c.png'], labels: ['a b.png', 'Other'] });
    expect(target?.value).toEqual({ kind: 'url', url: 'x/' });
    const written = serializeMarkdown(parseMarkdown(cards).document);
    expect(written).toContain('<th data-hidden data-card-cover data-type="files">Cover</th>');
    expect(written).toContain('<a href="a b.png">a b.png</a>, <a href="c.png">Other</a>');
    expect(modelOf(written)).toEqual(model);
  });

  it('keep choices as a list in the header, with commas inside of them', () => {
    const html =
      '<table><thead><tr><th>Port</th><th>Kind<select multiple><option value="a" label="TCP, fast" color="blue"></option>' +
      '<option value="b" label="UDP" color="default"></option></select></th><th><select></select></th></tr></thead>' +
      '<tbody><tr><td>1</td><td><span data-option="a">TCP, fast, </span><span data-option="b">UDP</span></td><td></td></tr></tbody></table>\n';
    const model = modelOf(html);
    expect(model.columns[1]?.definition).toMatchObject({
      type: 'select',
      title: 'Kind',
      multiple: true,
      options: [
        { value: 'a', label: 'TCP, fast', color: 'blue' },
        { value: 'b', label: 'UDP', color: 'default' },
      ],
    });
    expect(model.columns[2]?.definition).toMatchObject({ type: 'select', multiple: false, options: [] });
    expect(model.rows[0]?.cells[1]?.value).toEqual(['a', 'b']);
    expect(serializeMarkdown(parseMarkdown(html).document)).toBe(html);
  });

  it('keep the fit of a picture in a cell', () => {
    const html =
      '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image">Cover</th></tr></thead>' +
      '<tbody><tr><td>a</td><td data-object-fit="contain"><a href="a.png">a.png</a></td></tr>' +
      '<tr><td>b</td><td data-object-fit="odd"><a href="b.png">b.png</a></td></tr><tr><td>c</td><td data-object-fit="fill"></td></tr></tbody></table>\n';
    const model = modelOf(html);
    expect(model.rows[0]?.cells[1]?.value).toEqual({
      ref: { kind: 'url', url: 'a.png' },
      objectFit: 'contain',
    });
    expect(model.rows[1]?.cells[1]?.value).toEqual({ kind: 'url', url: 'b.png' });
    expect(serializeMarkdown(parseMarkdown(html).document)).toBe(html);
  });

  it('are written as a pipe table if that can express the grid', () => {
    const pipe = '| A | B |\n| --- | ---: |\n| a \\| `x\\|y` | **b**<br>c |\n';
    expect(serializeMarkdown(parseMarkdown(pipe).document)).toBe(pipe);
    const wide = pipe.replace('| A | B |', '| [A](x) | B |');
    const model = modelOf(wide);
    expect(model.columns[0]?.definition.title).toBe('A');
    expect(serializeMarkdown(parseMarkdown(wide).document)).toBe(wide);
  });

  it('keep widths, merged cells and blocks in cells as HTML', () => {
    const html =
      '<table data-full-width="true"><thead><tr><th width="188">A</th><th align="center">B</th></tr></thead><tbody>' +
      '<tr><td colspan="2"><p>one</p><ul><li>two</li></ul></td></tr>' +
      '<tr><td><pre data-markdown>{% hint style="info" %}&#10;x&#10;{% endhint %}</pre></td><td><p align="right">r</p></td></tr></tbody></table>\n';
    const model = modelOf(html);
    expect(model.rows[0]?.cells[0]?.colSpan).toBe(2);
    expect(model.rows[1]?.cells[0]?.blocks?.[0]?.type).toBe('hint');
    expect(model.columns[0]?.width).toBe(188);
    expect(serializeMarkdown(parseMarkdown(html).document)).toBe(html);
  });

  it('stay unchanged when the table model cannot express them', () => {
    for (const html of [
      '<table><tr><td colspan="2" rowspan="2">x</td><td>y</td></tr></table>',
      '<table><caption>c</caption><tr><td>x</td></tr></table>',
      '<table><tbody><tr class="x"><td>x</td></tr></tbody></table>',
      '<table><tr><td>x</b></td></tr></table>',
    ]) {
      const { document } = parseMarkdown(html);
      expect(document.nodes[0]).toMatchObject({ type: 'code', data: { raw: 'html' } });
      expect(serializeMarkdown(document)).toBe(`${html}\n`);
    }
  });

  it('keep attributes of cells and columns', () => {
    const html =
      '<table><thead><tr><th class="c">A</th></tr></thead><tbody><tr><td id="i">x</td></tr></tbody></table>\n';
    expect(serializeMarkdown(parseMarkdown(html).document)).toBe(html);
  });
});
