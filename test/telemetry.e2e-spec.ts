import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.js';
import { buildOrganization, buildSpace } from './support/factories.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('a server that sends traces and metrics', () => {
  let test: TestApp;
  let receiver: Server;
  let beside: ServerProcess;
  const received = { '/v1/traces': '', '/v1/metrics': '' };
  beforeAll(async () => {
    test = await createTestApp();
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
        // Names and texts are as they are in protobuf.
        received[request.url as keyof typeof received] += bytes.toString('latin1');
        response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    beside = await startServerProcess(test, {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      OTEL_SERVICE_NAME: 'docs-of-acme',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
      OTEL_METRIC_EXPORT_TIMEOUT: '900',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    });
  });
  afterAll(async () => {
    await beside?.kill();
    receiver.close();
    receiver.closeAllConnections();
    await test.close();
  });

  it('names requests by their route, statements by their text, and jobs', async () => {
    const organization = await buildOrganization(test);
    const { id } = await buildSpace(organization, { title: 'Unspeakable title' });
    const headers = {
      authorization: `Bearer ${organization.admin.token}`,
      traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
    };
    const answer = await fetch(`${beside.baseUrl}/v1/spaces/${id}?secret=unspeakable-query`, { headers });
    expect(answer.status).toBe(200);
    const changed = await fetch(`${beside.baseUrl}/v1/spaces/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Unspeakable words' }),
    });
    expect(changed.status).toBe(200);
    await fetch(`${beside.baseUrl}/app/sign-in/link?secret=unspeakable-link`);
    await fetch(`${beside.baseUrl}/healthz`);
    const traces = (): string => received['/v1/traces'];
    await eventually(() => {
      for (const name of ['GET /v1/spaces/:spaceId', 'PATCH /v1/spaces/:spaceId', 'GET app', 'job '])
        expect(traces()).toContain(name);
    });
    expect(traces()).toContain('docs-of-acme');
    expect(traces()).toContain('from spaces');
    expect(traces()).toContain(Buffer.from(TRACE, 'hex').toString('latin1'));
    expect(traces()).not.toContain('nspeakable');
    expect(traces()).not.toContain(organization.admin.token);
    expect(traces()).not.toContain(id);
    expect(traces()).not.toContain('healthz');
  });

  it('sends the figures of its metrics', async () => {
    await eventually(() => {
      for (const name of [
        'bindery_http_request_duration_seconds',
        'bindery_jobs_total',
        'process_cpu_seconds_total',
      ])
        expect(received['/v1/metrics']).toContain(name);
    });
    expect(received['/v1/metrics']).toContain('docs-of-acme');
  });
});
