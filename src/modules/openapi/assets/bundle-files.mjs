import { isObject, parseSource, Unreadable } from './parse-source.mjs';
import { isReferencePlace, isSchemaPlace, lookUp } from './reference-places.mjs';

const MAX_DEPTH = 200;
const MAX_FILES = 200;
/** Limit on the values of the result: files that are referred to many times could make it grow without end. */
const MAX_VALUES = 3_000_000;
const AT_ONCE = 8;
/** Limit on references that lead to further references. */
const MAX_HOPS = 50;

/**
 * Bundles a specification of several files into one: schemas become components that are named like their files or
 * members, and other values replace the references to them. Text is cleaned of characters that the database refuses.
 * @param root of the file that refers to the others
 * @param {string | undefined} address of that file
 * @param {(address: string) => Promise<string>} load text of another file
 * @returns {Promise<{ specification: object, texts: [address: string, text: string][] }>}
 * @throws {Unreadable} naming the reference that cannot be followed
 */
export async function bundleFiles(root, address, load) {
  const files = new Map(address === undefined ? [] : [[withoutFragment(address), { value: root }]]);
  const start = { value: root, address };
  await loadAll(start, files, load);
  const specification = new Bundle(start, files).build();
  const texts = [...files].flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text]]));
  return { specification, texts };
}

/** Loads the files that a file refers to, and in turn the files that those refer to. */
async function loadAll(start, files, load) {
  let waiting = [...referredBy(start)];
  while (waiting.length > 0) {
    const next = [
      ...new Map(waiting.filter(({ to }) => !files.has(to)).map((one) => [one.to, one])).values(),
    ];
    if (files.size + next.length > MAX_FILES)
      throw new Unreadable(`The specification is spread over more than ${MAX_FILES} files; bundle them.`);
    waiting = [];
    for (let at = 0; at < next.length; at += AT_ONCE) {
      const loaded = await Promise.all(next.slice(at, at + AT_ONCE).map((one) => loadOne(one, load)));
      for (const file of loaded) {
        files.set(file.address, file);
        waiting.push(...referredBy(file));
      }
    }
  }
}

async function loadOne({ to, from }, load) {
  const text = await load(to, from);
  try {
    return { address: to, text, value: parseSource(text) };
  } catch (error) {
    throw error instanceof Unreadable ? new Unreadable(`${from} refers to ${to}: ${error.message}`) : error;
  }
}

/** Addresses of other files that a file refers to, each with the place of the reference. */
function* referredBy({ value: root, address }) {
  const stack = [{ value: root, path: [] }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { value, path } = next;
    if (path.length > MAX_DEPTH) throw tooDeep(path);
    if (isReference(value, path)) {
      const to = targetOf(value.$ref, address, path).address;
      if (to !== undefined && to !== withoutFragment(address ?? '')) yield { to, from: placeOf(path) };
    }
    for (const [name, member] of Object.entries(value))
      if (typeof member === 'object' && member !== null) stack.push({ value: member, path: [...path, name] });
  }
}

class Bundle {
  /** References to schemas of other files, by the key of their target. */
  #schemas = new Map();
  #names;
  #added = {};
  #values = 0;
  #hops = 0;

  constructor(start, files) {
    this.start = start;
    this.files = files;
    this.home = start.address === undefined ? undefined : withoutFragment(start.address);
    this.container = start.value.swagger === undefined ? ['components', 'schemas'] : ['definitions'];
  }

  build() {
    const { value: root, address } = this.start;
    const own = lookUp(root, ['', ...this.container].join('/'));
    this.#names = new Set(Object.keys(isObject(own) ? own : {}));
    // A component that only refers to a file gives that file its name.
    for (const [name, schema] of Object.entries(isObject(own) ? own : {})) {
      if (!isObject(schema) || typeof schema.$ref !== 'string') continue;
      const target = targetOf(schema.$ref, address, [...this.container, name]);
      if (this.#isElsewhere(target) && !this.#schemas.has(target.key))
        this.#schemas.set(target.key, { ref: this.#refTo(name), place: placeOf([...this.container, name]) });
    }
    const result = this.#copy(root, [], address);
    return this.#withAdded(result);
  }

  /** Copies the value with its references to other files replaced. */
  #copy(value, path, address) {
    if (typeof value === 'string') return clean(value);
    if (typeof value !== 'object' || value === null) return value;
    if (path.length > MAX_DEPTH) throw tooDeep(path);
    if (++this.#values > MAX_VALUES)
      throw new Unreadable(
        'The specification refers to its parts so often that it is too large when put together.',
      );
    if (Array.isArray(value))
      return value.map((item, at) => this.#copy(item, [...path, String(at)], address));
    if (isReference(value, path)) return this.#reference(value, path, address);
    return this.#members(value, path, address);
  }

  #members(value, path, address) {
    const copy = {};
    for (const [name, member] of Object.entries(value))
      if (name !== '__proto__') copy[clean(name)] = this.#copy(member, [...path, name], address);
    return copy;
  }

  #reference(value, path, address) {
    const target = targetOf(value.$ref, address, path);
    if (!this.#isElsewhere(target)) {
      const $ref = value.$ref.startsWith('#') ? value.$ref : `#${target.pointer}`;
      return { ...this.#members(value, path, address), $ref };
    }
    const { $ref: _, ...beside } = value;
    const known = this.#schemas.get(target.key);
    const isNamedSo = known !== undefined && known.place === placeOf(path);
    if (isNamedSo || !isSchemaPlace(path)) {
      const found = this.#inPlace(target, path);
      return isObject(found) ? { ...found, ...this.#members(beside, path, address) } : found;
    }
    return { ...this.#members(beside, path, address), $ref: this.#schema(target, path) };
  }

  #inPlace(target, path) {
    if (++this.#hops > MAX_HOPS) throw new Unreadable(`${placeOf(path)} refers to itself.`);
    const found = this.#copy(this.#find(target, path), path, target.address);
    this.#hops--;
    return found;
  }

  /** Returns a reference to a schema of another file; the first reference adds the schema as a component. */
  #schema(target, path) {
    const known = this.#schemas.get(target.key);
    if (known) return known.ref;
    const name = this.#freeName(target);
    const ref = this.#refTo(name);
    this.#schemas.set(target.key, { ref });
    this.#added[name] = this.#copy(this.#find(target, path), [...this.container, name], target.address);
    return ref;
  }

  #find({ address, pointer }, path) {
    const found = lookUp(this.files.get(address)?.value, pointer);
    if (found !== undefined) return found;
    throw new Unreadable(`${placeOf(path)} refers to "${pointer}" of ${address}, which is not there.`);
  }

  #isElsewhere({ address }) {
    return address !== undefined && address !== this.home;
  }

  #freeName({ address, pointer }) {
    const last = pointer.split('/').at(-1) || new URL(address).pathname.split('/').at(-1) || 'schema';
    const base = decodeURIComponent(last.replace(/%(?![0-9a-f]{2})/gi, '%25'))
      .replace(/\.(json|ya?ml)$/i, '')
      .replace(/[^\w.-]+/g, '-');
    let name = base;
    for (let count = 2; this.#names.has(name); count++) name = `${base}-${count}`;
    this.#names.add(name);
    return name;
  }

  #refTo(name) {
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1');
    return `#/${[...this.container, escaped].join('/')}`;
  }

  #withAdded(result) {
    if (Object.keys(this.#added).length === 0) return result;
    let at = result;
    for (const name of this.container) at = at[name] = isObject(at[name]) ? at[name] : {};
    Object.assign(at, this.#added);
    return result;
  }
}

function isReference(value, path) {
  return typeof value.$ref === 'string' && !Array.isArray(value) && isReferencePlace(path);
}

/** The target of a reference in a file at `address`; it is in the same file when its address is that of the file. */
function targetOf($ref, address, path) {
  const [file, fragment = ''] = $ref.split('#', 2);
  if (file === '' && address === undefined) return {};
  const isComplete = /^[a-z][a-z0-9+.-]*:/i.test(file);
  if (file !== '' && !isComplete && address === undefined)
    throw new Unreadable(
      `${placeOf(path)} refers to "${$ref.slice(0, 200)}", which is nowhere to be found from a text; use whole addresses, or bundle everything into one file.`,
    );
  if (!URL.canParse(file, address))
    throw new Unreadable(`${placeOf(path)} refers to "${$ref.slice(0, 200)}", which is no address.`);
  const target = withoutFragment(new URL(file, address).href);
  const pointer = fragment.startsWith('/') ? fragment : '';
  return { address: target, pointer, key: `${target}#${pointer}` };
}

function withoutFragment(address) {
  return address.split('#', 1)[0];
}

/** The path of a reference, cut so that a message does not repeat a very long one. */
function placeOf(path) {
  return [...path, '$ref'].join('.').slice(0, 300);
}

function tooDeep(path) {
  return new Unreadable(`${path.slice(0, 5).join('.')} is nested more than ${MAX_DEPTH} levels deep.`);
}

/** Removes the characters that the database refuses: NUL and lone surrogates. */
function clean(text) {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
