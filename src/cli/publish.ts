import type { Api } from './api.js';
import { CliError } from './cli-error.js';
import type { Output } from './output.js';

interface Site {
  id: string;
  published: boolean;
  urls: { published?: string };
}

/** Publishes a site that shows the space: the one there is, or a new one. */
export async function publish(
  api: Api,
  output: Output,
  space: { id: string; title: string; organization: string },
): Promise<{ id: string; url: string }> {
  output.progress('Publishing…');
  const sites = `orgs/${space.organization}/sites`;
  const { items } = await api.get<{ items: Site[] }>(`${sites}?space=${encodeURIComponent(space.id)}`);
  const existing = items.find((site) => site.published) ?? items[0];
  const title = space.title.length < 2 ? 'Documentation' : space.title;
  const site = existing ?? (await api.post<Site>(sites, { title, spaces: [space.id] }));
  const published = site.published ? site : await api.post<Site>(`${sites}/${site.id}/publish`);
  const url = published.urls.published;
  if (!url) throw new CliError('The site was published, but the server does not say where.');
  return { id: published.id, url };
}
