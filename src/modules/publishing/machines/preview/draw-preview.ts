import type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';
import { fontFiles } from '#platform/typography/font-files.js';
import { fontsFor } from '#platform/typography/writing.js';
import { PREVIEW_SIZE, type PreviewView } from './preview.types.js';
import { textLines } from './text-lines.js';

const MARGIN = 80;
const WIDTH = PREVIEW_SIZE.width - 2 * MARGIN;
/** Sizes of the title: the larger the size, the fewer lines are allowed. */
const TITLE_SIZES = [
  { size: 76, lines: 2 },
  { size: 60, lines: 3 },
  { size: 48, lines: 3 },
];
const LIGHT = { paper: '#ffffff', ink: '#15171c', muted: '#5c6370' };
const DARK = { paper: '#15171c', ink: '#f4f5f7', muted: '#a4abb8' };
const LOGO = { width: 400, height: 64 };

let library: Promise<typeof import('@napi-rs/canvas')> | undefined;

/** The library is large, and many installations never draw, so it is loaded with the first image. */
function load(): Promise<typeof import('@napi-rs/canvas')> {
  library ??= import('@napi-rs/canvas').then((canvas) => {
    for (const file of fontFiles()) canvas.GlobalFonts.registerFromPath(file);
    return canvas;
  });
  return library;
}

/**
 * A preview image as PNG.
 * @param logo bytes of the logo; an image that cannot be read is left out.
 */
export async function drawPreview(view: PreviewView, logo: Buffer | null): Promise<Buffer> {
  const { createCanvas, loadImage } = await load();
  const canvas = createCanvas(PREVIEW_SIZE.width, PREVIEW_SIZE.height);
  const image = logo && (await loadImage(logo).catch(() => null));
  new Drawing(canvas, view).draw(image);
  return canvas.encode('png');
}

class Drawing {
  private readonly context: SKRSContext2D;
  private readonly colors: typeof LIGHT;
  private readonly fonts: string;
  /** Start of lines: on the right for scripts that run from right to left. */
  private readonly start: number;

  constructor(
    canvas: Canvas,
    private readonly view: PreviewView,
  ) {
    this.context = canvas.getContext('2d');
    this.colors = view.isDark ? DARK : LIGHT;
    this.fonts = fontOrder(view.language);
    this.start = view.isBackwards ? PREVIEW_SIZE.width - MARGIN : MARGIN;
  }

  draw(logo: Image | null): void {
    const { context, view, colors } = this;
    const { width, height } = PREVIEW_SIZE;
    context.fillStyle = colors.paper;
    context.fillRect(0, 0, width, height);
    this.tint();
    context.fillStyle = view.color;
    context.fillRect(0, height - 16, width, 16);
    context.direction = view.isBackwards ? 'rtl' : 'ltr';
    context.textAlign = view.isBackwards ? 'right' : 'left';
    context.textBaseline = 'alphabetic';
    this.header(logo);
    this.body();
  }

  /** A tint of the site's colour over the paper. */
  private tint(): void {
    const { width, height } = PREVIEW_SIZE;
    const { context, view } = this;
    const from = view.isBackwards ? 0 : width;
    const gradient = context.createRadialGradient(from, 0, 0, from, 0, width * 0.75);
    gradient.addColorStop(0, withOpacity(view.color, view.isDark ? 0.35 : 0.18));
    gradient.addColorStop(1, withOpacity(view.color, 0));
    context.fillStyle = gradient;
    context.fillRect(0, 0, width, height);
  }

  /** The header: the logo of the site, else its emoji and name. */
  private header(logo: Image | null): void {
    const { view, context } = this;
    if (logo && logo.width > 0 && logo.height > 0) {
      const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
      const [width, height] = [logo.width * scale, logo.height * scale];
      const left = view.isBackwards ? this.start - width : this.start;
      context.drawImage(logo, left, MARGIN - 8, width, height);
      return;
    }
    this.font(34, 700);
    context.fillStyle = this.colors.ink;
    const name = [view.emoji, view.siteTitle].filter(Boolean).join('  ');
    const [line = ''] = this.lines(name, WIDTH, 1);
    context.fillText(line, this.start, MARGIN + 36);
  }

  /** Description, title and trail, drawn from the bottom up, so that the title gets the remaining height. */
  private body(): void {
    const { view, context, colors } = this;
    let y = PREVIEW_SIZE.height - MARGIN - 20;
    if (view.description) {
      this.font(30, 400);
      context.fillStyle = colors.muted;
      y = this.upwards(this.lines(view.description, WIDTH, 2), y, 42) - 22;
    }
    const { size, lines } = this.title();
    this.font(size, 700);
    context.fillStyle = colors.ink;
    y = this.upwards(lines, y, size * 1.22) - 10;
    if (!view.trail) return;
    this.font(28, 700);
    context.fillStyle = view.color;
    this.upwards(this.lines(view.trail, WIDTH, 1), y, 36);
  }

  /** The largest size in which the whole title fits, else the smallest. */
  private title(): { size: number; lines: string[] } {
    const tried = TITLE_SIZES.map(({ size, lines: most }) => {
      this.font(size, 700);
      return { size, lines: this.lines(this.view.title, WIDTH, most) };
    });
    const whole = tried.find(({ lines }) => lines.at(-1)?.endsWith('…') !== true);
    return whole ?? tried.at(-1) ?? { size: 48, lines: [] };
  }

  /** Writes lines so that the last one stands at `y`; returns the position of the next line above. */
  private upwards(lines: string[], y: number, height: number): number {
    lines.forEach((line, index) => {
      this.context.fillText(line, this.start, y - (lines.length - 1 - index) * height);
    });
    return y - lines.length * height;
  }

  private font(size: number, weight: number): void {
    this.context.font = `${weight} ${size}px ${this.fonts}`;
  }

  private lines(text: string, width: number, most: number): string[] {
    return textLines(text, width, most, this.view.language, (part) => this.context.measureText(part).width);
  }
}

/** Fonts as in other texts, but those of symbols come last, so that emoji are drawn in colour. */
function fontOrder(language: string): string {
  const fonts = fontsFor(language);
  const symbols = fonts.filter((name) => name.includes('Symbols'));
  return [...fonts.filter((name) => !symbols.includes(name)), ...symbols]
    .map((name) => `"${name}"`)
    .join(', ');
}

/**
 * A colour with an opacity.
 * @param color as `#rgb` or `#rrggbb`.
 */
function withOpacity(color: string, opacity: number): string {
  const digits = color.slice(1);
  const whole = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${whole}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;
}
