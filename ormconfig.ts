import { readConfig } from './src/platform/config/env.js';
import { createDataSource } from './src/platform/database/data-source.js';
import { entities } from './src/entities.js';

/** For the TypeORM command line: `npx typeorm migration:generate -d dist/ormconfig.js`. Needs DATABASE_URL. */
const { databaseUrl } = readConfig();
if (!databaseUrl)
  throw new Error(
    'Set DATABASE_URL: the TypeORM command line works on a PostgreSQL that is already running.',
  );

export default createDataSource({ url: databaseUrl }, entities);
