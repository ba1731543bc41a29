/** Draws icons, by their names. */
export type IconSource = (names: readonly string[]) => Promise<Map<string, string>>;

/** Milliseconds in which icons that are wanted are asked for together. */
const PAUSE = 30;
/** Names of one request. */
const AT_ONCE = 40;

/** The icons that the tree shows. Each is asked for when a row with it is drawn for the first time. */
export class TreeIcons {
  private readonly drawn = new Map<string, string>();
  private readonly wanted = new Set<string>();
  private isAsking = false;

  /** @param onDrawn is called when icons have arrived. */
  constructor(
    private readonly source: IconSource,
    private readonly onDrawn: () => void,
  ) {}

  /** The SVG of an icon as the server has drawn it; empty until it has arrived, and for a name that no icon has. */
  svgOf(name: string): string {
    const svg = this.drawn.get(name);
    if (svg !== undefined) return svg;
    this.wanted.add(name);
    if (!this.isAsking) setTimeout(() => void this.ask(), PAUSE);
    this.isAsking = true;
    return '';
  }

  private async ask(): Promise<void> {
    const names = Array.from(this.wanted).slice(0, AT_ONCE);
    // Without an answer the titles stand alone, as with a name that no icon has.
    const icons = await this.source(names).catch(() => new Map<string, string>());
    for (const name of names) {
      this.drawn.set(name, icons.get(name) ?? '');
      this.wanted.delete(name);
    }
    this.onDrawn();
    if (this.wanted.size > 0) return this.ask();
    this.isAsking = false;
  }
}

/** The characters of the emoji of a page, which is stored as such or by its code points; empty for anything else. */
export function emojiOf(emoji: string): string {
  const text = emoji.trim();
  if (!/^[0-9a-f]{2,6}(?:[-_ ][0-9a-f]{2,6})*$/i.test(text))
    return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(text) ? text : '';
  const points = text.split(/[-_ ]/).map((part) => Number.parseInt(part, 16));
  if (points.some((point) => point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))) return '';
  const characters = String.fromCodePoint(...points);
  // Codes often leave out the selector for the colour form.
  return points.length > 1 || /\p{Emoji_Presentation}/u.test(characters) ? characters : `${characters}\ufe0f`;
}
