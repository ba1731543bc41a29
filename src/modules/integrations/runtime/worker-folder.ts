import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOT_PUBLIC_NETWORKS } from '#platform/http-client/public-address.js';
import { makeOwnFolder } from './own-folders.js';

/** Resource limits of a script. */
export interface ScriptLimits {
  /** Of the script's own objects. */
  heapMegabytes: number;
  /** True when it may reach private addresses too. */
  privateNetwork: boolean;
  /** Address of the API: an origin and a path without a trailing slash. */
  apiOrigin: string;
  apiPath: string;
}

/** Sockets of the server to which a process sends. */
export interface ServerSockets {
  /** Requests for the API. */
  api: string;
  /** Log lines. */
  logs: string;
}

/** The files that a process of workerd is started with, and the sockets it talks over. */
export interface WorkerFolder {
  path: string;
  config: string;
  /** Socket at which the process receives events. */
  socket: string;
  remove(): Promise<void>;
}

const ASSETS = new URL('../assets/', import.meta.url);
/** Bindings are for our own modules: no script is to import them. */
const COMPATIBILITY =
  'compatibilityDate = "2025-05-25", compatibilityFlags = ["nodejs_compat", "disallow_importable_env"]';

/** Writes the folder for a script: readable by us alone. */
export async function makeWorkerFolder(
  script: string,
  sockets: ServerSockets,
  limits: ScriptLimits,
): Promise<WorkerFolder> {
  const folder = await makeOwnFolder();
  const config = join(folder, 'workerd.capnp');
  const socket = join(folder, 'events.sock');
  for (const name of ['shell', 'listeners', 'gate'])
    await copyFile(fileURLToPath(new URL(`worker-${name}.js`, ASSETS)), join(folder, `${name}.js`));
  await writeFile(join(folder, 'script.js'), script);
  await writeFile(config, configOf(socket, sockets, limits));
  return { path: folder, config, socket, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Configuration in the schema of workerd: a worker for the script, one for its way out, and nothing of the machine. */
function configOf(socket: string, { api, logs }: ServerSockets, limits: ScriptLimits): string {
  const reached = limits.privateNetwork
    ? 'allow = ["public", "private"]'
    : `allow = ["public"], deny = [${NOT_PUBLIC_NETWORKS.map(quote).join(', ')}]`;
  return `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${limits.heapMegabytes}"],
  services = [
    (name = "script", worker = .script),
    (name = "gate", worker = .gate),
    (name = "network", network = (${reached}, tlsOptions = (trustBrowserCas = true))),
    (name = "api", external = (address = ${quote(`unix:${api}`)}, http = ())),
    (name = "logs", external = (address = ${quote(`unix:${logs}`)}, http = ())),
  ],
  sockets = [(name = "events", address = ${quote(`unix:${socket}`)}, http = (), service = "script")],
);
const script :Workerd.Worker = (
  modules = [
    (name = "shell.js", esModule = embed "shell.js"),
    (name = "listeners.js", esModule = embed "listeners.js"),
    (name = "script.js", esModule = embed "script.js"),
  ],
  bindings = [(name = "LOGS", service = "logs")],
  globalOutbound = "gate",
  ${COMPATIBILITY},
);
const gate :Workerd.Worker = (
  modules = [(name = "gate.js", esModule = embed "gate.js")],
  bindings = [
    (name = "API", service = "api"),
    (name = "NETWORK", service = "network"),
    (name = "API_ORIGIN", text = ${quote(limits.apiOrigin)}),
    (name = "API_PATH", text = ${quote(limits.apiPath)}),
  ],
  ${COMPATIBILITY},
);
`;
}

/** A string literal of the schema language, which knows the escapes of JSON that can occur here. */
function quote(text: string): string {
  return JSON.stringify(text);
}
