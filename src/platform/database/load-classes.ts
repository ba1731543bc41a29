import { readdirSync } from 'node:fs';

/**
 * Loads the files below a folder and answers the classes that they export, ordered by path.
 * @param file matches the path of a file, without the folder; compiled and source files differ in their extension.
 */
export async function loadClasses(folder: URL, file: RegExp): Promise<Function[]> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => file.test(path));
  const classes: Function[] = [];
  for (const path of paths.sort()) {
    const module = (await import(new URL(path, folder).href)) as Record<string, unknown>;
    for (const value of Object.values(module)) if (isClass(value)) classes.push(value);
  }
  return classes;
}

function isClass(value: unknown): value is Function {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value));
}
