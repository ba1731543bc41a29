import { h } from 'hastscript';
import { toHtml } from 'hast-util-to-html';
import { embedFrame } from '#modules/rendering/index.js';
import { decodePercent } from '#platform/http/decode-percent.js';
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
 * Form in which an address is embedded: in a frame for sites that are known to allow it, else as a link. It is decided
 * by the address alone, without a request to the other site.
 */
export function describeEmbed(address: string): EmbedResource {
  const url = new URL(address);
  const host = url.hostname.replace(/^(?:www|m)\./, '');
  const site = NAMES[host] ?? host;
  const path = decodePercent(url.pathname).replace(/\/+$/, '');
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
