const ORIGIN = 'http://members';
const AREA = '/app/';
const LONGEST = 2000;

/**
 * The target after a sign-in: whatever a request says, a path with its query below `/app/`, without a slash in front;
 * empty for anything else.
 */
export function nextPath(text: string | null | undefined): string {
  const url = URL.parse((text ?? '').replace(/^[\s/\\]+/, ''), ORIGIN + AREA);
  if (url?.origin !== ORIGIN || !url.pathname.startsWith(AREA)) return '';
  const path = (url.pathname.slice(AREA.length) + url.search).replace(/^[/\\]+/, '');
  return path.length <= LONGEST ? path : '';
}

/**
 * The location in the members' area that `next` means; the area itself for what is not in it.
 * @param base path of PUBLIC_URL, without a trailing slash.
 */
export function locationOfNext(base: string, next: string | null | undefined): string {
  const path = nextPath(next);
  return path === '' ? `${base}/app` : `${base}/app/${path}`;
}
