import { buildPages, buildSpace, type TestOrganization } from './factories.js';
import { definition, uniqueName } from './integrations.js';

/** A published site with a script that its organization wrote. */
export interface ScriptSite {
  siteId: string;
  installationId: string;
  /** Of the site in the API. */
  path: string;
  basename: string;
}

/** Publishes an integration that brings `script` to sites, and a site on which it is installed. */
export async function buildScriptSite(
  { admin, id, hostname }: TestOrganization,
  script: string,
): Promise<ScriptSite> {
  const name = uniqueName();
  const code = `export default { async fetch(request) {
    const event = JSON.parse((await request.formData()).get('event'));
    return new Response(event.type === 'fetch_published_script' ? ${JSON.stringify(script)} : 'ok',
      { headers: { 'content-type': 'text/javascript' } });
  } };`;
  const scopes = ['site:script:inject'];
  await admin.api.post(`/v1/integrations/${name}`, definition(id, { script: code, scopes }));
  const { body } = await admin.api.post(`/v1/integrations/${name}/installations`, { organization: id });
  const installationId = (body as { id: string }).id;
  const all = { space_selection: 'all', site_selection: 'all' };
  await admin.api.patch(`/v1/integrations/${name}/installations/${installationId}`, all);
  const space = await buildSpace({ id, hostname, admin, member: () => Promise.reject(new Error()) });
  await buildPages(admin, space.id, [{ title: 'Start', markdown: 'Read me.' }]);
  const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] });
  const { id: siteId, basename } = site.body as { id: string; basename: string };
  const path = `/v1/orgs/${id}/sites/${siteId}`;
  await admin.api.post(`${path}/publish`);
  return { siteId, installationId, path, basename };
}
