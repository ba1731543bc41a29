/*
 * Typesets one folder after the other, in a separate process: compiling cannot be interrupted, so its parent ends the
 * process when it takes too long or too much memory. Folders hold data and code that the parent made; nothing else can
 * be read, and no package is ever fetched.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webp from '@cwasm/webp';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { imageSize } from 'image-size';

const fontPaths = JSON.parse(process.argv[2] ?? '[]');
/** Most dots of a picture, and of all pictures of a file: what they unpack to is kept in memory, three or four bytes for each. */
const MAX_DOTS = 60_000_000;
const MAX_ALL_DOTS = 400_000_000;
/** Names the picture that is being tried. */
const TRYING = 'trying.txt';

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
  if (existsSync(join(folder, TRYING)))
    writeFileSync(join(folder, `${readFileSync(join(folder, TRYING), 'utf8')}.fatal`), '');
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

/**
 * Pictures that can be drawn, and how. Each is tried alone: one that is broken would fail the whole file. One that ends
 * this process is noted before, and left out by the process that begins again.
 */
function usablePictures(compiler, folder) {
  const pictures = {};
  let dots = 0;
  for (const name of pictureNames(folder)) {
    const path = `/pictures/${name}`;
    if (existsSync(join(folder, `${path}.fatal`))) continue;
    try {
      const own = dotsOf(folder, path);
      if (own > MAX_DOTS || dots + own > MAX_ALL_DOTS) continue;
      writeFileSync(join(folder, TRYING), path);
      if (name.endsWith('.webp')) pictures[path] = unpack(folder, path);
      else if (attempt(compiler, `#image("${path}", width: 10pt)`, folder).error) continue;
      else pictures[path] = {};
      dots += own;
    } catch {
      // Left out: the template draws a box in its place.
    }
  }
  rmSync(join(folder, TRYING), { force: true });
  return pictures;
}

/** In the order in which they are shown: of too many, the first are drawn. */
function pictureNames(folder) {
  const names = existsSync(join(folder, 'pictures')) ? readdirSync(join(folder, 'pictures')) : [];
  return names
    .filter((name) => !/\.(?:fatal|raw)$/.test(name))
    .sort((one, other) => parseInt(one, 10) - parseInt(other, 10));
}

function unpack(folder, path) {
  const { width, height, data } = webp.decode(readFileSync(join(folder, path)));
  writeFileSync(join(folder, `${path}.raw`), Buffer.from(data.buffer));
  return { raw: [width, height] };
}

/** Width times height; nothing for drawings, which have no dots. */
function dotsOf(folder, path) {
  if (path.endsWith('.svg')) return 0;
  const { width, height } = imageSize(readFileSync(join(folder, path)));
  return width * height;
}

function readJson(folder, name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

function writeJson(folder, name, value) {
  writeFileSync(join(folder, name), JSON.stringify(value));
}
