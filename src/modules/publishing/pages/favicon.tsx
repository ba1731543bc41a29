import { emojiCharacters } from '#platform/typography/emoji.js';
import type { LookView } from './frame-view.js';

/** The icon of the site in the tabs of the browser. */
export function Favicon({ favicon, fallback }: { favicon: LookView['favicon']; fallback: string }) {
  if (favicon && 'light' in favicon) {
    const { light, dark } = favicon;
    if (light === dark) return <link rel="icon" href={light} />;
    return (
      <>
        <link rel="icon" media="(prefers-color-scheme: light)" href={light} />
        <link rel="icon" media="(prefers-color-scheme: dark)" href={dark} />
      </>
    );
  }
  const emoji = favicon && emojiCharacters(favicon.emoji);
  return <link rel="icon" type="image/svg+xml" href={emoji ? emojiImage(emoji) : fallback} />;
}

function emojiImage(emoji: string): string {
  const text = emoji.replace(/[<>&]/g, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text y=".9em" font-size="90">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
