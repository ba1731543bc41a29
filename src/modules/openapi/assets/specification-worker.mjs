/*
 * Reads specifications in a separate thread: a foreign file may take a thousand times its size in memory, and minutes,
 * which the process must not spend.
 *
 * Takes `{ source, url, isChecking }`, one at a time. Asks for other files by `{ fetch, place }`, which are answered `{
 * fetched, text }` or `{ fetched, isFailed }`. Answers `{ json, hash, hasFiles }` and then `{ problems, problemCount
 * }`, or `{ unreadable }`, or `{ isFetchFailed }`.
 */
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { upgrade, validate } from '@scalar/openapi-parser';
import { bundleFiles } from './bundle-files.mjs';
import { isObject, messageOf, parseSource, Unreadable } from './parse-source.mjs';

/** Number of problems to keep: a mistake that is repeated in every operation need not be reported for each. */
const MAX_PROBLEMS = 20;
const MAX_MESSAGE_LENGTH = 500;

/** A file could not be fetched; the process that fetched it knows the reason. */
class NotFetched extends Error {}

const waiting = new Map();

parentPort?.on('message', (message) => {
  if (message.fetched !== undefined) waiting.get(message.fetched)?.(message);
  else void read(message);
});

async function read({ source, url, isChecking }) {
  try {
    const given = parseSource(source);
    checkHead(given);
    const { specification, texts } = await bundleFiles(given, url, fetchFile);
    const json = JSON.stringify(upgraded(structuredClone(specification)));
    parentPort.postMessage({ json, hash: hashOf(source, texts), hasFiles: texts.length > 0 });
    parentPort.postMessage(isChecking ? await problemsOf(specification) : { problems: [], problemCount: 0 });
  } catch (error) {
    if (error instanceof NotFetched) parentPort.postMessage({ isFetchFailed: true });
    else if (error instanceof Unreadable) parentPort.postMessage({ unreadable: error.message });
    else parentPort.postMessage({ unreadable: `The specification could not be read: ${messageOf(error)}` });
  }
}

async function fetchFile(address, place) {
  const answer = await new Promise((resolve) => {
    waiting.set(address, resolve);
    parentPort.postMessage({ fetch: address, place });
  });
  waiting.delete(address);
  if (answer.isFailed) throw new NotFetched();
  return answer.text;
}

function checkHead(given) {
  const version = given.openapi ?? given.swagger;
  if (typeof version !== 'string' && typeof version !== 'number')
    throw new Unreadable('The source says neither openapi nor swagger with a version number.');
  if (!/^(?:2|2\.0|3|3\.[01](?:\.\d+)?(?:-.*)?)$/.test(String(version)))
    throw new Unreadable(
      `Version ${String(version).slice(0, 50)} is not supported; versions 2.0, 3.0 and 3.1 are.`,
    );
  // YAML reads `swagger: 2.0` and `openapi: 3.0` as numbers.
  if (given.swagger !== undefined) given.swagger = '2.0';
  if (given.openapi !== undefined) given.openapi = String(version) === '3' ? '3.0.0' : String(version);
  if (!isObject(given.info) || typeof given.info.title !== 'string' || given.info.title.trim() === '')
    throw new Unreadable('info.title is missing: a specification needs a title.');
  if (given.paths !== undefined && !isObject(given.paths)) throw new Unreadable('paths must be an object.');
}

function upgraded(specification) {
  return upgrade(specification).specification;
}

async function problemsOf(specification) {
  try {
    const { errors } = await validate(specification);
    const problems = (errors ?? []).slice(0, MAX_PROBLEMS).map(({ message, code }) => ({
      message: message.slice(0, MAX_MESSAGE_LENGTH),
      ...(code === undefined ? {} : { code }),
    }));
    return { problems, problemCount: errors?.length ?? 0 };
  } catch {
    // The validator may throw on the mistakes that it should report.
    return {
      problems: [{ message: 'The specification could not be checked against the standard.' }],
      problemCount: 1,
    };
  }
}

/** The hash changes whenever the text of a file changes. */
function hashOf(source, texts) {
  const hash = createHash('sha256').update(source);
  for (const [address, text] of texts) hash.update(`\0${address}\0`).update(text);
  return hash.digest('hex');
}
