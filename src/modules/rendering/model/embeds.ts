/** The frame in which another site is shown. */
export interface EmbedFrame {
  /** Address that the frame loads; always https. */
  address: string;
  /** True if the frame keeps the proportions of a video. */
  isVideo: boolean;
}

type Rule = [host: RegExp, address: (url: URL) => string | undefined, isVideo: boolean];

/** Sites whose pages may not stand in frames, and their addresses that may. */
const RULES: readonly Rule[] = [
  [/^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/, youtube, true],
  [/^youtu\.be$/, (url) => youtubeFrame(url.pathname.slice(1)), true],
  [
    /^(?:www\.)?vimeo\.com$/,
    (url) => firstMatch(url, /^\/(\d+)/, (id) => `https://player.vimeo.com/video/${id}?dnt=1`),
    true,
  ],
  [
    /^(?:www\.)?loom\.com$/,
    (url) => firstMatch(url, /^\/(?:share|embed)\/([0-9a-f]+)/, (id) => `https://www.loom.com/embed/${id}`),
    true,
  ],
  [
    /^codepen\.io$/,
    (url) =>
      firstMatch(
        url,
        /^(\/[^/]+)\/(?:pen|embed)\/([^/]+)/,
        (user, id) => `https://codepen.io${user}/embed/${id}`,
      ),
    false,
  ],
  [
    /^(?:www\.)?figma\.com$/,
    (url) => `https://www.figma.com/embed?embed_host=docs&url=${encodeURIComponent(url.href)}`,
    false,
  ],
  [
    /^open\.spotify\.com$/,
    (url) => `https://open.spotify.com/embed${url.pathname.replace(/^\/embed/, '')}`,
    false,
  ],
  [
    /^codesandbox\.io$/,
    (url) => firstMatch(url, /^\/(?:s|embed)\/([^/]+)/, (id) => `https://codesandbox.io/embed/${id}`),
    false,
  ],
];

/** The frame for `href`; null for addresses that no frame can show safely. */
export function embedFrame(href: string): EmbedFrame | null {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' || url.username !== '') return null;
  for (const [host, address, isVideo] of RULES) {
    const found = host.test(url.hostname) ? address(url) : undefined;
    if (found !== undefined) return { address: found, isVideo };
  }
  return { address: url.href, isVideo: false };
}

function youtube(url: URL): string | undefined {
  const id = url.searchParams.get('v') ?? /^\/(?:embed|shorts|live)\/([^/]+)/.exec(url.pathname)?.[1];
  return id === undefined ? undefined : youtubeFrame(id);
}

/** The address that sets no cookies before the video is played. */
function youtubeFrame(id: string): string | undefined {
  return /^[\w-]{6,20}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined;
}

function firstMatch(url: URL, pattern: RegExp, address: (...found: string[]) => string): string | undefined {
  const found = pattern.exec(url.pathname);
  return found ? address(...found.slice(1)) : undefined;
}
