// Removes the weights of fonts that PDF files are not set in: two thirds of what the font packages bring. For images.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fontFiles } from '../dist/src/modules/pdf/engine/fonts.js';

const used = new Set(fontFiles());
const packages = new Set(
  [...used].map((file) => /^.*node_modules[\\/]@[^\\/]+[\\/][^\\/]+/.exec(dirname(file))[0]),
);
for (const folder of packages) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name);
    if (/\.(otf|ttf)$/.test(file) && !used.has(file)) rmSync(file);
  }
}
