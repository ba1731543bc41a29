/* eslint-disable no-console */
// Runs inside workerd, around the script of an integration: gives each event its own console, and tells the server what
// was logged once the script is done with the event.
import { AsyncLocalStorage } from 'node:async_hooks';
import { listeners } from './listeners.js';
import * as script from './script.js';

const MAX_LINES = 500;
const MAX_LINE_LENGTH = 8192;
/** Of all lines of an event. */
const MAX_CHARACTERS = 256 * 1024;
const LEVELS = { debug: 'debug', log: 'info', info: 'info', trace: 'debug', warn: 'warn', error: 'error' };
const events = new AsyncLocalStorage();

for (const [method, level] of Object.entries(LEVELS)) {
  console[method] = (...values) => {
    const logs = events.getStore();
    if (!logs || logs.lines.length >= MAX_LINES || logs.left <= 0) return;
    const message = values.map(toText).join(' ').slice(0, Math.min(MAX_LINE_LENGTH, logs.left));
    logs.left -= message.length;
    logs.lines.push({ level, message, timestamp: new Date().toISOString() });
  };
}

function toText(value) {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return value.stack ?? String(value);
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

function answer(request, context) {
  if (typeof script.default?.fetch === 'function') return script.default.fetch(request, {}, context);
  const listener = listeners[0];
  if (!listener)
    throw new Error('The script has neither a default export with "fetch" nor a listener of "fetch".');
  return new Promise((resolve, reject) => {
    const respondWith = (response) => void Promise.resolve(response).then(resolve, reject);
    const waitUntil = (promise) => context.waitUntil(promise);
    Promise.resolve(listener({ type: 'fetch', request, respondWith, waitUntil })).catch(reject);
  });
}

export default {
  async fetch(request, { LOGS }, context) {
    const key = request.headers.get('x-bindery-event');
    const event = new Request(request);
    event.headers.delete('x-bindery-event');
    const logs = { lines: [], left: MAX_CHARACTERS };
    const pending = [];
    const waitUntil = (promise) => {
      pending.push(promise);
      context.waitUntil(promise);
    };
    const own = { waitUntil, passThroughOnException() {}, props: {} };
    try {
      const response = await events.run(logs, () => answer(event, own));
      const marked = new Response(response.body, response);
      marked.headers.set('x-bindery-answered', '1');
      return marked;
    } catch (error) {
      events.run(logs, () => console.error(error));
      return new Response('The script failed.', { status: 500 });
    } finally {
      context.waitUntil(report(LOGS, key, logs, pending));
    }
  },
};

/** After everything the script still wanted to do; a promise may add others. */
async function report(service, key, logs, pending) {
  for (let done = 0; done < pending.length;) {
    const results = await Promise.allSettled(pending.slice(done));
    done += results.length;
    events.run(logs, () => {
      for (const { reason } of results) if (reason !== undefined) console.error(reason);
    });
  }
  await service.fetch(`http://logs/~logs/${key}`, { method: 'POST', body: JSON.stringify(logs.lines) });
}
