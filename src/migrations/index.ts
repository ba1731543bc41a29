import { CreateIdentity1772000000000 } from './1772000000000-create-identity.js';
import { CreateWorkspace1772000000050 } from './1772000000050-create-workspace.js';
import { CreateContentStore1772000000100 } from './1772000000100-create-content-store.js';
import { CreateStorage1772000000120 } from './1772000000120-create-storage.js';
import { CreateChangeRequests1772000000150 } from './1772000000150-create-change-requests.js';
import { CreateGit1772000000170 } from './1772000000170-create-git.js';
import { CreateSites1772000000200 } from './1772000000200-create-sites.js';
/** Every schema change, oldest first. A migration is never edited after it was released. */
export const migrations = [
  CreateIdentity1772000000000,
  CreateWorkspace1772000000050,
  CreateContentStore1772000000100,
  CreateStorage1772000000120,
  CreateChangeRequests1772000000150,
  CreateGit1772000000170,
  CreateSites1772000000200,
];
