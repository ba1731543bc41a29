import type { Element } from 'hast';
import type { Handle, State } from 'hast-util-to-mdast';
import { defaultHandlers } from 'hast-util-to-mdast';
import type { RootContent } from 'mdast';
import { classesOf, elementsOf, findElement, isElement, rebuild, textProperty, words } from './hast-tools.js';
import { rawBlock, taggedBlock } from './markdown-nodes.js';
import { isPlainTable, tableHtml } from './table-html.js';

const CALLOUT =
  /(?:^|\s)(?:admonition|theme-admonition|callout|alert|custom-block|markdown-alert|starlight-aside|hint)(?:\s|$)/;
const CALLOUT_TITLE =
  /admonition-title|custom-block-title|markdown-alert-title|callout-title|starlight-aside__title|admonitionHeading/i;

/** The style of a hint, by the words that generators of documentation have for it. */
const STYLES: [RegExp, string][] = [
  [/danger|error|caution|critical|bug/i, 'danger'],
  [/warning|attention|important/i, 'warning'],
  [/success|tip|check|done/i, 'success'],
];
/** Titles that say no more than the style does. */
const USUAL_TITLE =
  /^(note|notes|info|information|tip|hint|important|warning|caution|attention|danger|error|success|see also)\W*$/i;

const div: Handle = (state, element) => {
  const tex = textProperty(element, 'dataTex');
  if (tex !== undefined) return rawBlock(`$$\n${tex}\n$$`);
  const classes = classesOf(element);
  if (CALLOUT.test(classes) && words(element) !== '') return callout(state, element, classes);
  return tabs(state, element) ?? flow(state, element);
};

function callout(state: State, element: Element, classes: string): RootContent {
  const title = findElement(element, (one) => CALLOUT_TITLE.test(classesOf(one)));
  const body = rebuild(element, (one) => (one === title ? [] : undefined));
  const style = STYLES.find(([pattern]) => pattern.test(classes))?.[1] ?? 'info';
  const heading = title && words(title);
  const strong: RootContent[] =
    heading && !USUAL_TITLE.test(heading)
      ? [{ type: 'paragraph', children: [{ type: 'strong', children: [{ type: 'text', value: heading }] }] }]
      : [];
  return taggedBlock(`{% hint style="${style}" %}`, [...strong, ...flow(state, body)], '{% endhint %}');
}

/** A row of tabs with its panels, whatever the classes are called: the roles say what is what. */
function tabs(state: State, element: Element): RootContent[] | undefined {
  const list = element.children.find(
    (child): child is Element => isElement(child) && hasRole(child, 'tablist'),
  );
  if (!list) return undefined;
  const titles = [...elementsOf(list)].filter((one) => hasRole(one, 'tab')).map((one) => words(one));
  const panels = panelsOf(element);
  if (panels.length === 0)
    return flow(state, { ...element, children: element.children.filter((child) => child !== list) });
  const items = panels.map((panel, at) => {
    const own = panel.children.find(
      (child): child is Element => isElement(child) && /\btab-title\b/.test(classesOf(child)),
    );
    const title = titles[at] ?? (own && words(own)) ?? `Tab ${at + 1}`;
    const inner = { ...panel, children: panel.children.filter((child) => child !== own) };
    return taggedBlock(`{% tab title="${attribute(title)}" %}`, flow(state, inner), '{% endtab %}');
  });
  return [taggedBlock('{% tabs %}', items, '{% endtabs %}')];
}

function panelsOf(element: Element): Element[] {
  return element.children.flatMap((child): Element[] => {
    if (!isElement(child)) return [];
    return hasRole(child, 'tabpanel') ? [child] : panelsOf(child);
  });
}

function hasRole(element: Element, role: string): boolean {
  return element.properties['role'] === role;
}

const details: Handle = (state, element) => {
  const summary = element.children.find((child) => isElement(child, 'summary'));
  const rest = { ...element, children: element.children.filter((child) => child !== summary) };
  const inner = flow(state, rest);
  // The element unfolded a menu, which was removed.
  if (inner.length === 0) return [];
  const title = escapeHtml(summary ? words(summary) : 'Details');
  return taggedBlock(`<details>\n\n<summary>${title}</summary>`, inner, '</details>');
};

const media: Handle = (_state, element) => {
  const source = element.children.find((child) => isElement(child, 'source')) as Element | undefined;
  const src = textProperty(element, 'src') ?? (source && textProperty(source, 'src'));
  const url = src?.startsWith('//') ? `https:${src}` : src;
  return url !== undefined && /^https?:/i.test(url)
    ? rawBlock(`{% embed url="${attribute(url)}" %}`)
    : undefined;
};

const figure: Handle = (state, element) => {
  const images = [...elementsOf(element)].filter((one) => one.tagName === 'img');
  const [image] = images;
  const caption = findElement(element, (one) => one.tagName === 'figcaption');
  const isImage =
    image &&
    images.length === 1 &&
    words({ ...element, children: element.children.filter((child) => child !== caption) }) === '';
  if (!isImage) return flow(state, element);
  const alt = textProperty(image, 'alt') ?? '';
  const source = `<img src="${escapeHtml(textProperty(image, 'src') ?? '')}" alt="${escapeHtml(alt)}">`;
  const text = caption && words(caption) !== '' ? `<p>${escapeHtml(words(caption))}</p>` : '';
  return rawBlock(`<figure>${source}<figcaption>${text}</figcaption></figure>`);
};

const pre: Handle = (_state, element) => {
  const [text] = element.children;
  const value = text?.type === 'text' ? text.value : '';
  return { type: 'code', lang: textProperty(element, 'dataLanguage') ?? null, meta: null, value };
};

const table: Handle = (state, element) => {
  const caption = element.children.find((child): child is Element => isElement(child, 'caption'));
  const read = isPlainTable(element) ? defaultHandlers.table(state, element) : rawBlock(tableHtml(element));
  const title: RootContent[] =
    caption && words(caption) !== ''
      ? [
          {
            type: 'paragraph',
            children: [{ type: 'strong', children: [{ type: 'text', value: words(caption) }] }],
          },
        ]
      : [];
  return [...title, ...[read ?? []].flat()] as RootContent[];
};

function flow(state: State, element: Element): RootContent[] {
  return state.toFlow(state.all(element)) as RootContent[];
}

function attribute(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('"', '&quot;').replaceAll('%}', '% }');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** Converts blocks of HTML to blocks of the Git format, in cases where the default handlers lose something. */
export const blockHandlers: Record<string, Handle> = {
  div,
  aside: div,
  section: div,
  details,
  figure,
  iframe: media,
  video: media,
  audio: media,
  pre,
  table,
};
