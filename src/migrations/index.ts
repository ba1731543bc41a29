import { CreateIdentity1772000000000 } from './1772000000000-create-identity.js';
import { CreateWorkspace1772000000050 } from './1772000000050-create-workspace.js';
import { CreateStorage1772000000120 } from './1772000000120-create-storage.js';
/** Every schema change, oldest first. A migration is never edited after it was released. */
export const migrations = [
  CreateIdentity1772000000000,
  CreateWorkspace1772000000050,
  CreateStorage1772000000120,
];
