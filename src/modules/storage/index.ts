export { StorageModule } from './storage.module.js';
export { MAX_FILE_SIZE, Storage, type PutOptions, type StoredBlob } from './storage.js';
export type { ByteRange } from './blob-backend.js';
export { Downloads } from './downloads.js';
export { SignedUrls, type SignedFile } from './signed-urls.js';
export { BlobReferences, type BlobReferenceCheck } from './blob-references.js';
export { InstallationSecrets, sign } from './installation-secrets.repository.js';
export { readDimensions } from './image-dimensions.js';
