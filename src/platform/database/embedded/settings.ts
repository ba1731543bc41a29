/** PostgreSQL names its socket after the port even where no port is open. */
export const SOCKET_PORT = 5432;
export const SERVER_USER_NAME = 'bindery';

/** Longest path of a socket in bytes; the kernel's field is one longer for the closing zero. */
const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

/** True when a path is short enough for a socket. */
export function fitsSocketName(path: string): boolean {
  return Buffer.byteLength(path) <= SOCKET_PATH_LIMIT;
}

/**
 * Address at which the server listens: a socket in a private folder, or (Windows only) a port of the loopback address.
 */
export type Endpoint = { kind: 'socket'; folder: string } | { kind: 'tcp'; port: number };

/** Settings that must win over the configuration file in the database folder, so they go on the command line. */
function requiredSettings(endpoint: Endpoint, tag: string): Record<string, string> {
  return {
    ...(endpoint.kind === 'socket'
      ? {
          listen_addresses: '',
          port: String(SOCKET_PORT),
          unix_socket_directories: quoteListItem(endpoint.folder),
          unix_socket_permissions: '0700',
        }
      : { listen_addresses: '127.0.0.1', port: String(endpoint.port) }),
    // Shown in the title of every process of the server, which is how we know them again.
    cluster_name: tag,
    fsync: 'on',
    full_page_writes: 'on',
    password_encryption: 'scram-sha-256',
    // Containers have 64 MB of /dev/shm, too little for a parallel hash join; files in the database folder have no limit.
    ...(endpoint.kind === 'socket' ? { dynamic_shared_memory_type: 'mmap' } : {}),
    // The server's messages go to the file we hand it as standard error; we rotate that file.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '%m [%p] ',
    // Statements may hold what users wrote, which does not belong in a log.
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  };
}

/** Sized for a small machine; written into postgresql.conf once, where an operator may change them. */
const INITIAL_SETTINGS: Record<string, string> = {
  shared_buffers: '96MB',
  max_connections: '100',
  maintenance_work_mem: '48MB',
  effective_cache_size: '512MB',
  min_wal_size: '64MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** The arguments of `postgres` for a database folder; `tag` is the folder's own, see folderTag. */
export function serverArguments(databaseFolder: string, endpoint: Endpoint, tag: string): string[] {
  return ['-D', databaseFolder, ...asFlags(requiredSettings(endpoint, tag))];
}

/** The arguments of `initdb`: UTF-8 text sorted by code point, which needs no locale of the operating system. */
export function initdbArguments(databaseFolder: string, passwordFile: string): string[] {
  return [
    ...['-D', databaseFolder, '-U', SERVER_USER_NAME, `--pwfile=${passwordFile}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--no-locale'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...asFlags(INITIAL_SETTINGS),
  ];
}

function asFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The setting is a comma-separated list; quotes keep a comma or a space in a folder's name from splitting it. */
function quoteListItem(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}
