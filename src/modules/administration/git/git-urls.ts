/** Addresses of the pages about the repository of a space. */
export interface GitUrls {
  space: string;
  root: string;
  settings: string;
  run(id: string): string;
}

/** @param base path of PUBLIC_URL. */
export function gitUrls(base: string, spaceId: string): GitUrls {
  const space = `${base}/app/s/${encodeURIComponent(spaceId)}`;
  const root = `${space}/~/git`;
  return {
    space,
    root,
    settings: `${root}/settings`,
    run: (id) => `${root}/runs/${encodeURIComponent(id)}`,
  };
}
