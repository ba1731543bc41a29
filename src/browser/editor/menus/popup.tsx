import { type ComponentChildren, render } from 'preact';
import type { EditorView } from 'prosemirror-view';

const FIELDS = 'input, select, textarea, button';

interface Place {
  left: number;
  top: number;
  bottom: number;
  /** True for a box that goes above the place where there is room. */
  isAbove?: boolean;
}

/** A box above the page: a menu, a form. There is one at a time of each kind. */
export class Popup {
  private readonly element = document.createElement('div');
  /** The editor that a dialog asks for; it has the focus when the dialog is closed. */
  private asker: EditorView | null = null;
  private place: Place = { left: 0, top: 0, bottom: 0 };

  constructor(name: string) {
    this.element.className = `editor-popup ${name}`;
    this.element.hidden = true;
    // Outside of landmarks, readers of screens miss what is shown.
    (document.querySelector('main') ?? document.body).append(this.element);
    document.addEventListener('mousedown', ({ target }) => {
      if (this.asker && !this.contains(target)) this.hide();
    });
    // Lists grow while more is found.
    new ResizeObserver(() => this.isOpen && this.settle()).observe(this.element);
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
      if (event.key === 'Tab' && this.asker) this.stayWithin(event);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by && event.target instanceof HTMLButtonElement) this.focusBeside(event.target, by);
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  contains(target: EventTarget | null): boolean {
    return target instanceof Node && this.element.contains(target);
  }

  /** Shows the box below a place of the window, or above it where there is no room; on phones at the edge of the screen. */
  show(children: ComponentChildren, place: Place): void {
    this.place = place;
    render(children, this.element);
    this.element.hidden = false;
    this.settle();
  }

  private settle(): void {
    const { place } = this;
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.max(8, Math.min(place.left, innerWidth - width - 8));
    const hasRoomAbove = place.top >= height + 8;
    const isBelow = place.isAbove ? !hasRoomAbove : place.bottom + height + 8 < innerHeight || !hasRoomAbove;
    const top = isBelow ? place.bottom + 6 : place.top - height - 6;
    this.element.style.left = `${left + scrollX}px`;
    this.element.style.top = `${top + scrollY}px`;
  }

  /** Shows the box as a dialog: its first field has the focus, Escape and a press elsewhere close it. */
  ask(view: EditorView, label: string, children: ComponentChildren, place: Place): void {
    const wasOpen = this.isOpen;
    this.asker = view;
    this.show(
      <div role="dialog" aria-label={label}>
        {children}
      </div>,
      place,
    );
    if (!wasOpen) this.focus();
  }

  /** Moves the focus into the box. */
  focus(): void {
    this.element.querySelector<HTMLElement>(FIELDS)?.focus({ preventScroll: true });
  }

  /** Moves the focus from the text into the box; Escape leads back. */
  enter(view: EditorView): void {
    this.asker = view;
    this.focus();
  }

  /** The box stands behind the page: from its last field the Tab key goes to its first. */
  private stayWithin(event: KeyboardEvent): void {
    const all = [...this.element.querySelectorAll<HTMLElement>(FIELDS)];
    const { target, shiftKey } = event;
    if (target !== (shiftKey ? all[0] : all.at(-1))) return;
    event.preventDefault();
    (target as HTMLElement).blur();
    (shiftKey ? all.at(-1) : all[0])?.focus();
  }

  private focusBeside(button: HTMLButtonElement, by: number): void {
    const all = [...this.element.querySelectorAll('button')];
    all[(all.indexOf(button) + by + all.length) % all.length]?.focus();
  }

  /** Hides the box, and goes on in the text. */
  close(): void {
    const { asker } = this;
    this.hide();
    asker?.focus();
  }

  hide(): void {
    if (this.element.hidden) return;
    // A field writes what was typed when it loses the focus.
    if (this.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
    this.element.hidden = true;
    this.asker = null;
    render(null, this.element);
  }
}
