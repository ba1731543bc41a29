/** Addresses of the pages about the glossary of an organization. @param base path of PUBLIC_URL. */
export function glossaryUrls(base: string, organizationId: string) {
  const translations = `${base}/app/o/${encodeURIComponent(organizationId)}/translations`;
  const root = `${translations}/glossary`;
  return {
    translations,
    root,
    table: `${root}/csv`,
    download: `${root}/csv/download`,
    one: (id: string) => `${root}/entries/${encodeURIComponent(id)}`,
  };
}
