import { withInstallation } from './installation.js';
import type { Output } from './output.js';

/** `bindery migrate`: brings the database up to date without starting the server. */
export async function runMigrate(output: Output): Promise<void> {
  await withInstallation((_, migrations) => {
    const lines = migrations.length === 0 ? ['The database is up to date.'] : migrations;
    output.result({ migrations }, lines);
    return Promise.resolve();
  });
}
