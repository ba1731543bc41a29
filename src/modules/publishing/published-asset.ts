/** A file that pages load, ready to be sent. Its address contains its hash, so it may be cached without limit. */
export interface PublishedAsset {
  body: Buffer;
  /** The compressed body; absent for types that are compressed already. */
  gzip?: Buffer;
  contentType: string;
}

/** Path below which all assets live, on every host that shows pages. */
export const ASSETS_PATH = '/~bindery/assets';
