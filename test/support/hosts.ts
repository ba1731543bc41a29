import { request } from 'node:http';

export interface HostAnswer {
  status: number;
  location: string | undefined;
  type: string;
  policy: string;
  text: string;
}

/** Requests a path from the server at `baseUrl` under another host name; the path is sent without normalization. */
export function askAs(
  baseUrl: string,
  host: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<HostAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers: { ...headers, host } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            location: answer.headers.location,
            type: answer.headers['content-type'] ?? '',
            policy: String(answer.headers['content-security-policy'] ?? ''),
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
