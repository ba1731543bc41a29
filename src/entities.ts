import { BlobEntity } from '#modules/storage/blob.entity.js';
/** Every TypeORM entity, for the data source. */
export const entities: (new () => object)[] = [BlobEntity];
