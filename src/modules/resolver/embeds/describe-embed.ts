import { h } from 'hastscript';
import { toHtml } from 'hast-util-to-html';
import { embedFrame } from '#modules/rendering/index.js';
import type { EmbedResource } from './embed.dto.js';

/** Names of sites whose hosts do not say them. */
const NAMES: Record<string, string> = {
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
  'youtube-nocookie.com': 'YouTube',
  'vimeo.com': 'Vimeo',
  'loom.com': 'Loom',
  'codepen.io': 'CodePen',
  'figma.com': 'Figma',
  'open.spotify.com': 'Spotify',
  'codesandbox.io': 'CodeSandbox',
};

/**
 * How an address is shown inside of a page: in a frame where it is known that the site allows frames and how it wants them,
 * else as a link. By the address alone: nothing is asked of the other site.
 */
export function describeEmbed(address: string): EmbedResource {
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const site = NAMES[host] ?? host;
  const path = safeDecode(url.pathname).replace(/\/+$/, '');
  const frame = embedFrame(address);
  if (NAMES[host] === undefined || !frame || frame.address === url.href)
    return { type: 'link', title: `${host}${path}`, site };
  const html = toHtml(
    h('iframe', {
      src: frame.address,
      title: site,
      width: '100%',
      height: frame.isVideo ? 400 : 500,
      style: 'border: 0',
      loading: 'lazy',
      allow: 'fullscreen; encrypted-media; picture-in-picture',
      referrerpolicy: 'strict-origin-when-cross-origin',
    }),
  );
  return { type: 'rich', title: site, site, html };
}

function safeDecode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
