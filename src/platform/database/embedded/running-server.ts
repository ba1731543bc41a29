import { openDataFolder } from './data-folder.js';
import { openPassword } from './database-folder.js';
import { askServer, connectionTo, type ServerConnection } from './sessions.js';
import { chooseEndpoint } from './socket-folder.js';

/**
 * Settings for a connection to the embedded server that another process of this installation runs on a data folder, or
 * undefined when none answers there (on Windows its port is known to that process only).
 */
export async function findRunningServer(dataDir: string): Promise<ServerConnection | undefined> {
  if (process.platform === 'win32') return undefined;
  const folder = await openDataFolder(dataDir);
  const password = await openPassword(folder);
  const endpoint = await chooseEndpoint(folder);
  if ((await askServer(endpoint, password)) !== 'ready') return undefined;
  return connectionTo(endpoint, password, 'bindery');
}
