import { zipOf } from './imports.js';

const NAMESPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (inner: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${inner}</w:p>`;
const listed = (text: string): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>${run(text)}</w:p>`;
const row = (...cells: string[]): string =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`;

/** A Word file with headings, marks, a link, a list, a table, an image and a footnote. */
export function wordFile(image: Buffer): Buffer {
  const drawing = `<w:drawing><wp:inline><wp:docPr id="1" name="Dot" descr="A dot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="image1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const body = [
    paragraph(run('Word handbook'), 'Heading1'),
    paragraph(run('Bold', '<w:b/>') + run(' and ') + run('italic', '<w:i/>')),
    paragraph(run('First part'), 'Heading2'),
    paragraph(
      `<w:hyperlink r:id="link1">${run('A link')}</w:hyperlink>` +
        `<w:r><w:footnoteReference w:id="2"/></w:r>`,
    ),
    listed('One'),
    listed('Two'),
    `<w:tbl>${row('Name', 'Value')}${row('a', '1')}</w:tbl>`,
    paragraph(`<w:r>${drawing}</w:r>`),
  ].join('');
  const files: Record<string, string | Buffer> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `${HEAD}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="link1" Type="${RELATIONS}/hyperlink" Target="https://example.com/x" TargetMode="External"/><Relationship Id="image1" Type="${RELATIONS}/image" Target="media/image1.png"/><Relationship Id="notes" Type="${RELATIONS}/footnotes" Target="footnotes.xml"/><Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="lists" Type="${RELATIONS}/numbering" Target="numbering.xml"/></Relationships>`,
    'word/footnotes.xml': `${HEAD}<w:footnotes ${NAMESPACES}><w:footnote w:id="2">${paragraph(run('What the note says.'))}</w:footnote></w:footnotes>`,
    'word/styles.xml': `${HEAD}<w:styles ${NAMESPACES}>${[1, 2].map((level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`).join('')}</w:styles>`,
    'word/numbering.xml': `${HEAD}<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/media/image1.png': image,
  };
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
}
