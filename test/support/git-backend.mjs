/* Runs `git http-backend` for git-server.ts, in a process that is small: a large one takes long to start a program. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [socket, root] = process.argv.slice(2);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'me',
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => undefined);
  response.on('close', () => backend.kill());
  let head = Buffer.alloc(0);
  const readHead = (chunk) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    backend.stdout.off('data', readHead);
    let status = 200;
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(/:\s*/, 2);
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    response.write(head.subarray(end + 4));
    backend.stdout.pipe(response);
  };
  backend.stdout.on('data', readHead);
  backend.on('close', () => response.end());
});
server.listen(socket, () => process.stdout.write('ready\n'));
// The process that started this one has ended.
process.stdin.resume().on('end', () => process.exit());
