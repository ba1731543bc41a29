import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { codeBlock } from '../plain/plain-nodes.js';
import { renderIcon } from '../html/icons.js';
import type { RenderState } from '../html/render-state.js';
import { hostOf, safeImage, safeLink } from '../model/urls.js';
import { boundText, markdownBlocks } from './contentkit-blocks.js';
import { field } from './contentkit-fields.js';
import type {
  ContentKitAction,
  ContentKitButton,
  ContentKitElement,
  TextElement,
} from './contentkit.schema.js';
import type { DrawnBlock } from './drawn-block.js';

/** The frame has an opaque origin, so its content reaches neither the page nor another site. */
const FRAME_SANDBOX = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox';

/** Names of icons in ContentKit, and ours for them. */
const ICONS: Record<string, string> = {
  close: 'xmark',
  edit: 'pen',
  maximize: 'expand',
  email: 'envelope',
  settings: 'gear',
  search: 'magnifying-glass',
  delete: 'trash',
  warning: 'triangle-exclamation',
  'link-external': 'arrow-up-right-from-square',
  'eye-off': 'eye-slash',
  'check-circle': 'circle-check',
};

/**
 * Draws the answer of an integration. All of it is data: words are escaped, addresses are checked, and nothing is taken
 * as markup.
 */
export function contentKitHtml(drawn: DrawnBlock, state: RenderState): ElementContent[] {
  const draw = new ContentKitDrawing(drawn, state);
  return drawn.root.children.flatMap((child) =>
    child.type === 'stepper' ? draw.renderAll(child.children) : draw.element(child),
  );
}

class ContentKitDrawing {
  constructor(
    private readonly drawn: DrawnBlock,
    private readonly state: RenderState,
  ) {}

  renderAll(elements: readonly ContentKitElement[] | undefined): ElementContent[] {
    return (elements ?? []).flatMap((element) => this.element(element));
  }

  element(element: ContentKitElement): ElementContent[] {
    switch (element.type) {
      case 'hstack':
      case 'vstack':
        return [
          h(
            'div',
            { class: `ck-${element.type} ck-${element.align ?? 'start'}` },
            this.renderAll(element.children),
          ),
        ];
      case 'box':
        return [h('div', { class: 'ck-box', style: grow(element.grow) }, this.renderAll(element.children))];
      case 'step':
        return this.renderAll(element.children);
      case 'card':
        return [this.card(element)];
      case 'codeblock':
        return this.code(element);
      case 'markdown':
        return this.state.blocks(markdownBlocks(boundText(element.content, this.drawn.state)));
      case 'webframe':
        return [this.frame(element)];
      case 'image':
        return picture(element.source.url, element.aspectRatio);
      case 'text':
      case 'link':
        return [h('p', this.inline(element))];
      case 'hint':
        return [h('p', { class: 'ck-hint' }, this.inlines(element.children))];
      case 'divider':
        return [h('hr')];
      case 'button':
        return [this.button(element)];
      case 'input':
        return [this.input(element)];
      case 'textinput':
      case 'select':
      case 'switch':
      case 'radio':
      case 'checkbox':
        return [field(element, this.drawn, (action) => this.action(action))];
    }
  }

  private input({ label, element, hint }: Extract<ContentKitElement, { type: 'input' }>): Element {
    return h('label', { class: 'ck-input' }, [
      h('span', { class: 'ck-label' }, label),
      ...this.element(element),
      ...(hint === undefined ? [] : [h('span', { class: 'ck-hint' }, this.inlines([hint]))]),
    ]);
  }

  private card(element: Extract<ContentKitElement, { type: 'card' }>): Element {
    const { title, hint, icon, onPress, children, buttons } = element;
    const mark =
      icon === undefined ? [] : typeof icon === 'string' ? [drawIcon(icon)] : picture(icon.source.url);
    const hints = hint === undefined ? [] : typeof hint === 'string' ? [hint] : hint;
    const heading = title === undefined ? [] : [h('span', { class: 'ck-card-title' }, title)];
    return h('div', { class: 'ck-card' }, [
      h('div', { class: 'ck-card-head' }, [
        ...(mark.length > 0 ? [h('span', { class: 'ck-card-mark' }, mark)] : []),
        h('div', { class: 'ck-card-text' }, [
          ...(onPress ? [this.pressable(onPress, 'ck-card-press', heading)] : heading),
          ...(hints.length > 0 ? [h('span', { class: 'ck-hint' }, this.inlines(hints))] : []),
        ]),
        ...this.renderAll(buttons),
      ]),
      ...this.renderAll(children),
    ]);
  }

  private code(element: Extract<ContentKitElement, { type: 'codeblock' }>): ElementContent[] {
    const block = codeBlock(boundText(element.content, this.drawn.state), element.syntax);
    if (element.lineNumbers) block.data = { ...block.data, lineNumbers: true };
    return [
      ...this.renderAll(element.header),
      ...this.state.blocks([block]),
      ...this.renderAll(element.buttons),
      ...this.renderAll(element.footer),
    ];
  }

  private frame(element: Extract<ContentKitElement, { type: 'webframe' }>): Element {
    const { source, aspectRatio = 16 / 9, data = {}, buttons } = element;
    const src = safeImage(source.url) ?? '';
    if (URL.canParse(src)) this.state.needs.origins.add(new URL(src).origin);
    const values = Object.entries(data).map(([name, value]) => [name, boundText(value, this.drawn.state)]);
    return h('div', { class: 'ck-webframe', style: `aspect-ratio:${aspectRatio}` }, [
      h('iframe', {
        src,
        sandbox: FRAME_SANDBOX.split(' '),
        title: hostOf(src),
        loading: 'lazy',
        referrerPolicy: 'no-referrer',
        allow: 'fullscreen',
        dataFrame: JSON.stringify(Object.fromEntries(values)),
      }),
      ...this.renderAll(buttons),
    ]);
  }

  private button(element: ContentKitButton): Element {
    const { style = 'secondary', icon, trailingIcon, label, tooltip, disabled, onPress, confirm } = element;
    const className = `button button-${style === 'primary' ? 'primary' : 'secondary'} button-medium ck-${style}`;
    const content = [
      ...(icon ? [drawIcon(icon)] : []),
      ...(label ? [h('span', label)] : []),
      ...(trailingIcon ? [drawIcon(trailingIcon)] : []),
    ];
    const pressed = this.pressable(onPress, className, content);
    if (tooltip !== undefined || !label) pressed.properties['title'] = tooltip ?? icon;
    if (disabled && pressed.tagName === 'button') pressed.properties['disabled'] = true;
    if (confirm) pressed.properties['dataConfirm'] = `${confirm.title}\n\n${confirm.text}`;
    return pressed;
  }

  /**
   * A link for an action that opens an address; a button that asks the integration; plain words where readers can do
   * nothing.
   */
  private pressable(action: ContentKitAction, className: string, content: ElementContent[]): Element {
    const url = action.action === '@ui.url.open' ? action['url'] : undefined;
    const href = typeof url === 'string' && /^https?:\/\//i.test(url) ? safeLink(url) : null;
    if (href !== null) return h('a', { class: className, href, rel: 'noopener noreferrer' }, content);
    const properties = this.action(action);
    if (!properties) return h('span', { class: `${className} button-inert` }, content);
    return h('button', { type: 'button', class: className, ...properties }, content);
  }

  /** The attribute with the action that the script of the page sends; undefined for actions that readers cannot do. */
  private action(action: ContentKitAction): { dataAction: string } | undefined {
    if (this.drawn.ticket === undefined || action.action.startsWith('@')) return undefined;
    return { dataAction: JSON.stringify(action) };
  }

  private inlines(parts: readonly (string | Parameters<ContentKitDrawing['inline']>[0])[]): ElementContent[] {
    return parts.flatMap((part): ElementContent[] =>
      typeof part === 'string' ? [{ type: 'text', value: part }] : this.inline(part),
    );
  }

  private inline(
    element: TextElement | Extract<ContentKitElement, { type: 'link' | 'image' }>,
  ): ElementContent[] {
    if (element.type === 'image') return picture(element.source.url, element.aspectRatio);
    if (element.type === 'link') {
      const words = typeof element.children === 'string' ? element.children : element.children.join('');
      const href = safeLink(element.target.url);
      return [href === null ? h('span', words) : h('a', { href, rel: 'noopener noreferrer' }, words)];
    }
    const { children, style } = element;
    const content = typeof children === 'string' ? this.inlines([children]) : this.inlines(children);
    return style === undefined ? content : [h(TEXT_TAGS[style], content)];
  }
}

const TEXT_TAGS = { bold: 'strong', italic: 'em', code: 'code', strikethrough: 's' } as const;

function drawIcon(name: string): Element {
  return renderIcon(ICONS[name] ?? name);
}

function picture(url: string, aspectRatio?: number): ElementContent[] {
  const src = safeImage(url);
  if (src === null) return [];
  const style = aspectRatio === undefined ? undefined : `aspect-ratio:${aspectRatio}`;
  return [h('img', { class: 'ck-image', src, alt: '', loading: 'lazy', style })];
}

function grow(value: number | undefined): string | undefined {
  return value === undefined ? undefined : `flex-grow:${value}`;
}
