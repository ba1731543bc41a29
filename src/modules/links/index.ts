export { type ContentAddress, type ContentPart, readContentAddress } from './locations/content-address.js';
export { LinksModule } from './links.module.js';
