import type { EditedText } from './edited-text.js';
import { fit } from './fit.js';
import type { PageFields } from './saving/drafts.js';

/** The title and the description above the text: fields that grow with their words. */
export class TitleFields {
  readonly element = document.createElement('header');
  onLeave: () => void = () => undefined;
  onSettings: () => void = () => undefined;
  private readonly title: HTMLTextAreaElement;
  private readonly description: HTMLTextAreaElement;

  /** Reusable contents have a title alone. */
  constructor(fields: PageFields, kind: EditedText['kind'], onChange: () => void) {
    this.element.className = 'page-header editor-header';
    this.title = this.field('editor-title', 'Title', 300);
    this.description = this.field('editor-description', 'Description', 1000);
    this.value = fields;
    this.element.append(this.title, ...(kind === 'page' ? [this.description, this.settingsButton()] : []));
    for (const one of [this.title, this.description])
      one.addEventListener('input', () => {
        one.value = one.value.replaceAll('\n', ' ');
        fit(one);
        onChange();
      });
    this.title.addEventListener('keydown', (event) =>
      this.leave(event, () => (kind === 'page' ? this.description.focus() : this.onLeave())),
    );
    this.description.addEventListener('keydown', (event) => this.leave(event, () => this.onLeave()));
  }

  /** The server keeps no empty title: the page keeps the one before until there is another. */
  get value(): PageFields {
    const title = this.title.value.trim();
    return { title: title === '' ? this.last : title, description: this.description.value.trim() };
  }

  set value({ title, description }: PageFields) {
    this.last = title;
    // A field that the person is typing in keeps its spaces.
    if (this.title.value.trim() !== title) this.title.value = title;
    if (this.description.value.trim() !== description) this.description.value = description;
    requestAnimationFrame(() => [this.title, this.description].forEach(fit));
  }

  focus(): void {
    this.title.focus();
    this.title.select();
  }

  private last = '';

  private field(name: string, label: string, most: number): HTMLTextAreaElement {
    const field = document.createElement('textarea');
    Object.assign(field, { className: name, placeholder: label, rows: 1, maxLength: most });
    field.setAttribute('aria-label', label);
    return field;
  }

  private settingsButton(): HTMLButtonElement {
    const button = document.createElement('button');
    const className = 'button button-secondary button-small editor-settings';
    Object.assign(button, { type: 'button', className, textContent: 'Page settings' });
    button.addEventListener('click', () => this.onSettings());
    return button;
  }

  private leave(event: KeyboardEvent, next: () => void): void {
    const { key, isComposing, target } = event;
    const field = target as HTMLTextAreaElement;
    const isDown = key === 'ArrowDown' && field.selectionStart === field.value.length;
    if (isComposing || (key !== 'Enter' && !isDown)) return;
    event.preventDefault();
    next();
  }
}
