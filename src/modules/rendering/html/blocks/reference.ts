import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type BlockOf, dataOf, type DocumentBlock, type DocumentData } from '#modules/documents/index.js';
import { OperationReference, SchemasReference } from '#modules/openapi/threads.js';
import { contentKitHtml } from '../../contentkit/contentkit-html.js';
import { DrawnBlock } from '../../contentkit/drawn-block.js';
import { apiOperation } from './api-operation.js';
import { memberFacts, memberList, schemaTree } from './api-schema.js';
import { missing } from './containers.js';
import { asText, asTexts, fragmentOf, loneContent, nodesOf, withWidth } from '../../model/document-data.js';
import { embedFrame } from '../../model/embeds.js';
import { emojiCharacters } from '#platform/typography/emoji.js';
import { fileSize } from '../../model/formats.js';
import { renderIcon } from '../icons.js';
import { caption, imageElements } from './images.js';
import { sanitizeHtml, sourceBlock } from '../raw-html.js';
import { anchorElement } from '../anchor-element.js';
import { iconOfTarget, refLabel, resolveLink } from '../../model/references.js';
import type { RenderedFile, ResolvedRef } from '../../model/render-context.js';
import type { RenderState } from '../render-state.js';
import { fill } from '#modules/words/index.js';
import { hostOf, isExternal, safeLink } from '../../model/urls.js';

/** A card that leads to another page, file, space or site. */
export function contentRef(block: BlockOf<'content-ref'>, state: RenderState): ElementContent[] {
  const { ref, title } = dataOf(block);
  const target = resolveLink(ref, state);
  // The title that the author wrote is all that can be shown then.
  if (!target) return [missing(state, asText(title)), ...state.blocks(fragmentOf(block, 'body'))];
  return [
    linkCard(target.href, {
      className: withWidth(block, 'link-card'),
      title: refLabel(ref, target),
      mark: refMark(target),
      detail: target.description ?? (isExternal(target.href) ? hostOf(target.href) : undefined),
    }),
  ];
}

/** A stored file to download, with its name, kind and size. */
export function file(block: BlockOf<'file'>, state: RenderState): ElementContent[] {
  const { ref } = dataOf(block);
  const stored = ref?.kind === 'file' ? state.context.file(ref.file) : null;
  const target = stored ? null : resolveLink(ref, state);
  const href = stored ? safeLink(stored.url) : (target?.href ?? null);
  if (href === null) return [missing(state)];
  const label = state.compact(fragmentOf(block, 'caption'));
  const name = stored?.name ?? refLabel(ref, target);
  return [
    linkCard(href, {
      title: label.length > 0 ? label : name,
      mark: renderIcon(fileIcon(stored)),
      detail: [label.length > 0 ? name : undefined, stored && fileSize(stored.size)]
        .filter(Boolean)
        .join(' · '),
      icon: 'download',
    }),
  ];
}

/** Content of another site: a link, and a frame that loads only when the reader asks for it. */
export function embed(block: BlockOf<'embed'>, state: RenderState): ElementContent[] {
  const { url = '' } = dataOf(block);
  const href = safeLink(url);
  if (href === null || href === '') return [url === '' ? missing(state) : sourceBlock(url)];
  const host = hostOf(href);
  const address = href.replace(/^[a-z]+:\/\/(www\.)?/i, '').replace(/\/$/, '');
  const text = caption(block, state);
  const card = linkCard(href, {
    title: host,
    mark: renderIcon(EMBED_ICONS.find(([pattern]) => pattern.test(host))?.[1] ?? 'globe'),
    detail: address === host ? undefined : address,
    icon: 'arrow-up-right-from-square',
  });
  const content = [embedBox(card, href, host, state)];
  return [
    text.length === 0
      ? h('div', { class: withWidth(block, 'embed') }, content)
      : h('figure', { class: withWidth(block, 'embed') }, [...content, ...text]),
  ];
}

/** The link with the empty box below it for the frame. */
function embedBox(card: Element, href: string, host: string, state: RenderState): Element {
  const frame = embedFrame(href);
  if (!frame) return card;
  state.needs.frames = true;
  const { words } = state;
  const className = frame.isVideo ? 'embed-box embed-video' : 'embed-box';
  return h('div', { class: className, dataEmbed: frame.address }, [
    card,
    h('div', { class: 'embed-stage' }, [
      h('button', { type: 'button', class: 'button button-secondary button-medium' }, [
        renderIcon('play'),
        h('span', fill(words.embedLoad, { host })),
      ]),
      h('p', fill(words.embedNote, { host: hostOf(frame.address) })),
    ]),
  ]);
}

export function drawing(block: BlockOf<'drawing'>, state: RenderState): ElementContent[] {
  const data = dataOf(block);
  if (data.ref === undefined) return caption(block, state);
  return [
    h('div', { class: 'images images-center' }, [
      h('figure', { class: 'image' }, [...imageElements(data, state), ...caption(block, state)]),
    ]),
  ];
}

/** An operation, webhook or list of schemas of an API specification, in full. */
export function openApi(block: DocumentBlock, state: RenderState): ElementContent[] {
  const data = dataOf(block);
  const method = asText(data.method)?.toLowerCase();
  const target = resolveLink(data.ref, state);
  const details = fragmentOf(block, 'body');
  const { reference } = data;
  // The source is useless beside details that are shown in full; a block without them keeps it.
  const source =
    details.length > 0 && reference !== undefined
      ? undefined
      : (asText(data.title) ?? (refLabel(data.ref, target) || asText(data.src) || asText(data.url)));
  const label: ElementContent[] = [{ type: 'text', value: source ?? '' }];
  return [
    h(
      'section',
      { class: withWidth(block, 'api'), id: state.anchor(block), ariaLabel: apiName(block, data) },
      [
        h('p', { class: 'api-name' }, [
          ...(method
            ? [h('span', { class: `method method-${method.replace(/[^a-z]/g, '')}` }, method.toUpperCase())]
            : []),
          h(
            'code',
            asText(data.path) ?? asText(data.name) ?? asText(data.title) ?? asTexts(data.schemas).join(', '),
          ),
        ]),
        ...(source
          ? [
              h('p', { class: 'api-source' }, [
                `${state.text.openApi}: `,
                target ? anchorElement(target.href, {}, label) : h('code', label),
              ]),
            ]
          : []),
        ...(asText(data.notice) ? [h('p', { class: 'api-deprecated' }, asText(data.notice))] : []),
        ...(reference instanceof OperationReference
          ? apiOperation(reference, state)
          : reference instanceof SchemasReference
            ? schemas(reference, state)
            : state.blocks(details)),
        ...state.blocks(nodesOf(block)),
      ],
    ),
  ];
}

/** A single schema is shown without its name, which the block gives already. */
function schemas({ schemas: all }: SchemasReference, state: RenderState): ElementContent[] {
  const [only] = all;
  if (all.length !== 1 || !only) return [memberList(all, state)];
  return [
    h('p', { class: 'api-facts' }, [h('span', { class: 'api-member-type' }, only.type)]),
    ...state.blocks(only.description),
    ...memberFacts(only, state),
    ...(only.below ? [schemaTree(only.below, state)] : []),
  ];
}

/** A block of an integration as it was drawn, else its name with its link or settings. */
export function integration(block: BlockOf<'integration'>, state: RenderState): ElementContent[] {
  const data = dataOf(block);
  if (data.drawn instanceof DrawnBlock) return drawnIntegration(block, data.drawn, state);
  const name = [data.integration, data.block].filter(Boolean).join(' / ');
  const href = safeLink(data.url ?? '');
  const props = JSON.stringify(data.props ?? {}, null, 2);
  return [
    h('div', { class: withWidth(block, 'integration') }, [
      href
        ? linkCard(href, { title: name, mark: renderIcon('puzzle-piece'), detail: hostOf(href) })
        : sourceBlock(props, name),
      ...state.blocks(nodesOf(block)),
    ]),
  ];
}

function drawnIntegration(block: DocumentBlock, drawn: DrawnBlock, state: RenderState): ElementContent[] {
  const { ticket } = drawn;
  const acting =
    ticket === undefined ? {} : { dataIntegration: ticket, dataValues: JSON.stringify(drawn.state) };
  return [
    h('div', { class: withWidth(block, 'integration'), ...acting }, contentKitHtml(drawn, state)),
    ...state.blocks(nodesOf(block)),
  ];
}

/** HTML kept from Markdown, sanitized. */
export function html(source: string): ElementContent[] {
  const content = sanitizeHtml(source);
  return content.length === 0 ? [] : [h('div', { class: 'html' }, content)];
}

export function loneBlock(block: DocumentBlock, state: RenderState): ElementContent[] {
  return state.blocks(loneContent(block));
}

interface Card {
  className?: string;
  title: string | ElementContent[];
  mark?: Element;
  detail?: string;
  icon?: string;
}

function linkCard(href: string, card: Card): Element {
  return anchorElement(href, { class: card.className ?? 'link-card' }, [
    ...(card.mark ? [h('span', { class: 'link-card-mark', ariaHidden: 'true' }, [card.mark])] : []),
    h('span', { class: 'link-card-text' }, [
      h('span', { class: 'link-card-title' }, card.title),
      ...(card.detail ? [h('span', { class: 'link-card-detail' }, card.detail)] : []),
    ]),
    renderIcon(card.icon ?? 'chevron-right', { className: 'link-card-arrow' }),
  ]);
}

function refMark(target: ResolvedRef): Element {
  const emoji = target.emoji ? emojiCharacters(target.emoji) : null;
  if (emoji) return h('span', { class: 'emoji' }, emoji);
  return renderIcon(iconOfTarget(target));
}

const EMBED_ICONS: readonly [RegExp, string][] = [
  [/(^|\.)(youtube\.com|youtu\.be|youtube-nocookie\.com)$/, 'youtube'],
  [/(^|\.)vimeo\.com$/, 'vimeo'],
  [/(^|\.)github\.com$/, 'github'],
  [/(^|\.)figma\.com$/, 'figma'],
  [/(^|\.)(x|twitter)\.com$/, 'x-twitter'],
  [/(^|\.)codepen\.io$/, 'codepen'],
  [/(^|\.)spotify\.com$/, 'spotify'],
];

const FILE_ICONS: readonly [RegExp, string][] = [
  [/pdf/, 'file-pdf'],
  [/^image\//, 'file-image'],
  [/^video\//, 'file-video'],
  [/^audio\//, 'file-audio'],
  [/zip|tar|compressed/, 'file-zipper'],
  [/csv/, 'file-csv'],
  [/json|xml|javascript|yaml/, 'file-code'],
];

function fileIcon(stored: RenderedFile | null): string {
  return FILE_ICONS.find(([pattern]) => pattern.test(stored?.contentType ?? ''))?.[1] ?? 'file';
}

function apiName(block: DocumentBlock, data: DocumentData): string {
  const names = [
    asText(data.method)?.toUpperCase(),
    asText(data.path) ?? asText(data.name) ?? asText(data.title),
  ];
  return names.filter(Boolean).join(' ') || block.type;
}
