/** Key of a blob in its backend. Two levels of folders keep each of them small with millions of blobs. */
export function blobKey(organizationId: string, blob: string): string {
  return `${organizationId}/${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`;
}
