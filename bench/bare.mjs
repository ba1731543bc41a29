/* Bare servers, which show the cost of the frameworks: the yardsticks that `npm run bench` divides by. */
import { createServer } from 'node:http';
import express from 'express';
import pg from 'pg';

let text = '';
for await (const chunk of process.stdin) text += chunk;
const { connection, spaceId, page } = JSON.parse(text);
const pool = connection && new pg.Pool({ ...connection, max: 20 });
const app = express();

app.get('/readyz', (_request, response) => response.json({}));
app.get('/select/:id', async (request, response) => {
  const { rows } = await pool.query('select * from spaces where id = $1', [request.params.id]);
  response.json(rows[0]);
});
app.get('/page', (_request, response) => response.type('html').send(page));

createServer((request, response) => {
  if (request.url !== '/http') return app(request, response);
  response.setHeader('Content-Type', 'application/json');
  return response.end(JSON.stringify({ id: spaceId }));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
