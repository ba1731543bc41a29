import type { PageContext } from '../page-context.js';
import { cssLength, lengthLike } from './lengths.js';

type Data = Record<string, unknown>;

/** Pixels by which a key makes a picture wider. */
const STEP = 10;

/** A picture, that for dark themes in its place there, and a handle for its width. */
export class Picture {
  readonly element = document.createElement('div');
  private readonly handle = document.createElement('span');
  private images: HTMLImageElement[] = [];
  private data: Data = {};
  private readonly sizes = new ResizeObserver(() => this.place());

  constructor(
    private readonly context: PageContext,
    /** Writes members of the data. */
    private readonly onChange: (changes: Data) => void,
  ) {
    this.element.className = 'editor-picture';
    const { handle } = this;
    handle.className = 'editor-resize';
    handle.tabIndex = 0;
    handle.setAttribute('role', 'slider');
    handle.setAttribute('aria-label', 'Width of the picture');
    handle.setAttribute('aria-valuemin', '1');
    handle.addEventListener('pointerdown', (event) => this.drag(event));
    handle.addEventListener('keydown', (event) => this.step(event));
  }

  async show(data: Data, words: (text: string) => HTMLElement): Promise<void> {
    const before = this.data;
    this.data = data;
    const isSame = this.images.length > 0 && same(before, data);
    if (!isSame) {
      const urls = await Promise.all([data['ref'], data['refDark']].map((ref) => this.context.imageUrl(ref)));
      if (this.data !== data) return;
      this.images = imagesOf(urls);
      const alt = textOf(data['alt']);
      const nothing = words(alt || 'The picture is not there.');
      this.element.replaceChildren(...(this.images.length > 0 ? [...this.images, this.handle] : [nothing]));
      this.sizes.disconnect();
      for (const image of this.images) this.sizes.observe(image);
    }
    for (const image of this.images) {
      image.alt = textOf(data['alt']);
      image.style.width = cssLength(data['width']);
      image.style.height = cssLength(data['height']);
    }
    this.place();
  }

  /** True for events that are about the handle, and not about the text. */
  owns(target: EventTarget | null): boolean {
    return target === this.handle;
  }

  private get image(): HTMLImageElement | undefined {
    return this.images.find(({ offsetWidth }) => offsetWidth > 0);
  }

  /** Puts the handle at the edge of the picture that is seen. */
  private place(): void {
    const { image, handle } = this;
    if (!image) return;
    handle.style.left = `${image.offsetLeft + image.offsetWidth}px`;
    handle.style.top = `${image.offsetTop + image.offsetHeight / 2}px`;
    handle.setAttribute('aria-valuenow', String(image.offsetWidth));
    handle.setAttribute('aria-valuetext', `${image.offsetWidth} pixels`);
    handle.setAttribute('aria-valuemax', String(this.whole));
  }

  /** Pixels from edge to edge of the text. */
  private get whole(): number {
    return this.element.closest('.images')?.clientWidth ?? this.element.clientWidth;
  }

  private step(event: KeyboardEvent): void {
    const by = { ArrowRight: STEP, ArrowLeft: -STEP }[event.key];
    if (by === undefined || !this.image) return;
    event.preventDefault();
    this.write(this.image.offsetWidth + by);
  }

  private drag(event: PointerEvent): void {
    const { image, handle } = this;
    if (!image) return;
    event.preventDefault();
    handle.focus();
    handle.setPointerCapture(event.pointerId);
    const start = event.clientX;
    const width = image.offsetWidth;
    // A picture in the middle grows to both sides.
    const sides = this.element.closest('.images-left, .images-right') ? 1 : 2;
    const widthAt = ({ clientX }: PointerEvent) =>
      Math.max(STEP, Math.min(this.whole, width + (clientX - start) * sides));
    handle.onpointermove = (moved) => {
      image.style.width = `${widthAt(moved)}px`;
      image.style.height = '';
    };
    handle.onpointerup = handle.onpointercancel = (last) => {
      handle.onpointermove = handle.onpointerup = handle.onpointercancel = null;
      if (last.type === 'pointerup' && last.clientX !== start) this.write(widthAt(last));
      else void this.show(this.data, () => this.element);
    };
  }

  private write(pixels: number): void {
    const { naturalWidth = 0 } = this.image ?? {};
    // Shares are of the figure, which is as wide as its picture where there is room.
    const share = Math.min(naturalWidth || this.whole, this.whole);
    const width = lengthLike(this.data['width'], Math.min(this.whole, pixels), share);
    // The height follows, as the picture would be out of shape otherwise.
    this.onChange({ width, height: undefined });
  }
}

function imagesOf([light, dark]: (string | null)[]): HTMLImageElement[] {
  const isPair = Boolean(light && dark);
  return [light, dark].flatMap((url, index) => {
    if (!url || (!isPair && index === 1 && light)) return [];
    const image = document.createElement('img');
    image.src = url;
    if (isPair) image.className = index === 0 ? 'only-light' : 'only-dark';
    return [image];
  });
}

function same(one: Data, other: Data): boolean {
  return ['ref', 'refDark'].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
