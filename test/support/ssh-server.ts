import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Connection, type ParsedKey, Server, utils } from 'ssh2';

/** True if this machine has a client of SSH. */
export const hasSsh = spawnSync('ssh', ['-V']).status === 0;

export interface SshServer {
  port: number;
  /** Commands that were asked for. */
  commands: string[];
  /** Lets in who has the private half of this key, and nobody else from now on. */
  letIn(publicKey: string): void;
  close(): Promise<void>;
}

/**
 * Serves the repositories in a folder over SSH, as hosts of repositories do.
 * @param hostKey private key of the server.
 * @param opensWith public key of who may enter.
 */
export async function startSshServer(root: string, hostKey: string, opensWith: string): Promise<SshServer> {
  let allowed = keyOf(opensWith);
  const commands: string[] = [];
  const clients = new Set<Connection>();
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    client.on('error', () => undefined);
    client.on('close', () => clients.delete(client));
    client.on('authentication', (context) => {
      const isKey = context.method === 'publickey' && allowed.getPublicSSH().equals(context.key.data);
      const isSigned =
        isKey &&
        (!context.signature || allowed.verify(context.blob ?? Buffer.alloc(0), context.signature) === true);
      if (isSigned) context.accept();
      else context.reject(['publickey']);
    });
    client.on('session', (accept) => {
      accept().on('exec', (acceptCommand, _reject, { command }) => {
        commands.push(command);
        const [, program = '', path = ''] =
          /^(git-(?:upload|receive)-pack) '\/?([^']+)'$/.exec(command) ?? [];
        const stream = acceptCommand();
        const child = spawn('git', [program.replace('git-', '') || 'no-command', path], { cwd: root });
        stream.pipe(child.stdin);
        child.stdin.on('error', () => undefined);
        child.stdout.pipe(stream, { end: false });
        child.stderr.pipe(stream.stderr, { end: false });
        child.on('close', (code) => {
          stream.exit(code ?? 1);
          stream.end();
        });
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    letIn: (publicKey) => void (allowed = keyOf(publicKey)),
    close: () => {
      for (const client of clients) client.end();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function keyOf(publicKey: string): ParsedKey {
  const key = utils.parseKey(publicKey);
  if (key instanceof Error) throw key;
  return key;
}
