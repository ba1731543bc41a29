/*
 * Typesets one folder after the other, in a process of its own: compiling cannot be interrupted, so its parent ends the
 * process when it takes too long or too much memory. Folders hold data and code that the parent made; nothing else can
 * be read, and no package is ever fetched.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webp from '@cwasm/webp';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const fontPaths = JSON.parse(process.argv[2] ?? '[]');
/** Most dots of a picture: what it unpacks to in memory. */
const MAX_DOTS = 60_000_000;

process.on('message', ({ folder }) => {
  try {
    process.send?.({ ok: true, ...typeset(folder) });
  } catch (error) {
    process.send?.({ ok: false, message: String(error?.message ?? error) });
  }
});
process.on('disconnect', () => process.exit());

function typeset(folder) {
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths }] });
  copyFileSync(new URL('./template.typ', import.meta.url), join(folder, 'template.typ'));
  writeJson(folder, 'pictures.json', {});
  writeJson(folder, 'pictures.json', usablePictures(compiler, folder));
  const reasons = [];
  let outcome = attempt(compiler, '/main.typ', folder);
  if (outcome.error) {
    reasons.push(...replaceBroken(compiler, folder));
    if (reasons.length === 0) throw new Error(outcome.error);
    outcome = attempt(compiler, '/main.typ', folder);
    if (outcome.error) throw new Error(outcome.error);
  }
  writeFileSync(join(folder, 'out.pdf'), outcome.pdf);
  compiler.evictCache(0);
  return { pages: outcome.pages, reasons };
}

/**
 * Pages that fail are shown as their words. Alone, links to other pages lead nowhere, so they are told to be words; once
 * only words are left of a page, so are links to its places: one that is not there would fail the whole file.
 * @returns why each of them failed
 */
function replaceBroken(compiler, folder) {
  const labels = readJson(folder, 'labels.json');
  writeJson(folder, 'labels.json', {});
  const reasons = [];
  for (const path of readJson(folder, 'chapters.json')) {
    const source = `#import "/template.typ" as b\n#show: b.book\n#include "${path}"\n`;
    const { error } = attempt(compiler, source, folder);
    const plain = join(folder, path.replace('.typ', '-plain.typ'));
    if (!error || !existsSync(plain)) continue;
    writeFileSync(join(folder, path), readFileSync(plain));
    for (const [name, home] of Object.entries(labels)) if (home === path) delete labels[name];
    reasons.push(error);
  }
  writeJson(folder, 'labels.json', labels);
  return reasons;
}

function attempt(compiler, main, folder) {
  try {
    const options = main.startsWith('/') ? { mainFilePath: join(folder, main) } : { mainFileContent: main };
    const result = compiler.compile({ ...options, resetRead: true });
    if (result.hasError() || !result.result) {
      const error = result.takeDiagnostics();
      return { error: error ? describe(compiler, error) : 'The document could not be compiled.' };
    }
    return { pdf: compiler.pdf(result.result, {}), pages: result.result.numOfPages };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

function describe(compiler, error) {
  return compiler
    .fetchDiagnostics(error)
    .slice(0, 5)
    .map(({ message, path, range }) => `${message} (${path} ${JSON.stringify(range)})`)
    .join('; ');
}

/** Pictures that can be drawn, and how. Each is tried alone: one that is broken would fail the whole file. */
function usablePictures(compiler, folder) {
  const pictures = {};
  for (const name of existsSync(join(folder, 'pictures')) ? readdirSync(join(folder, 'pictures')) : []) {
    const path = `/pictures/${name}`;
    try {
      if (name.endsWith('.webp')) pictures[path] = unpack(folder, path);
      else if (!attempt(compiler, `#image("${path}", width: 10pt)`, folder).error) pictures[path] = {};
    } catch {
      // Left out: the template draws a box in its place.
    }
  }
  return pictures;
}

function unpack(folder, path) {
  const bytes = readFileSync(join(folder, path));
  if (dotsOf(bytes) > MAX_DOTS) throw new Error('too large');
  const { width, height, data } = webp.decode(bytes);
  writeFileSync(join(folder, path), Buffer.from(data.buffer));
  return { raw: [width, height] };
}

/** Width times height from the head of a WebP file. */
function dotsOf(bytes) {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (1 + bytes.readUIntLE(24, 3)) * (1 + bytes.readUIntLE(27, 3));
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return (1 + (bits & 0x3fff)) * (1 + ((bits >> 14) & 0x3fff));
  }
  return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
}

function readJson(folder, name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

function writeJson(folder, name, value) {
  writeFileSync(join(folder, name), JSON.stringify(value));
}
