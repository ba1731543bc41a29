/** Addresses of the pages on which a change request is reviewed. */
export interface ReviewUrls {
  /** All change requests of the space. */
  list: string;
  overview: string;
  changes: string;
  conflicts: string;
  pdf: string;
  /** The content with the changes, in the looks of its site. */
  preview: string;
  /** The same, to be edited. */
  edit: string;
}

/** @param base path of PUBLIC_URL. */
export function reviewUrls(base: string, spaceId: string, number: number): ReviewUrls {
  const list = `${base}/app/s/${encodeURIComponent(spaceId)}/~/changes`;
  const content = `${list}/${number}`;
  const overview = `${content}/~/review`;
  return {
    list,
    overview,
    changes: `${overview}/changes`,
    conflicts: `${overview}/conflicts`,
    pdf: `${overview}/pdf`,
    preview: content,
    edit: `${content}/~/edit/`,
  };
}
