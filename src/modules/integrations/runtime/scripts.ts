import { randomUUID } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Config } from '#platform/config/env.js';
import { callScript, type ScriptAnswer, type ScriptCall } from './call-script.js';
import { removeLeftovers } from './own-folders.js';
import { ScriptFailed, ScriptProcess } from './script-process.js';
import { ApiSocket } from './api-socket.js';
import { type LogLine, LogSocket } from './log-socket.js';

/** A script and the name of its process: of one name there is one process at a time, with the script named last. */
export interface Script {
  /** Id of the integration. */
  name: string;
  /** Hash of the source: another one replaces the process. */
  hash: string;
  load(): Promise<string>;
}

export interface ScriptRun {
  /** Absent when the script failed: `failure` says why, for its author. */
  answer?: ScriptAnswer;
  failure?: string;
  /** Log lines, once the script is done with work after its answer too. Never fails. */
  logs: Promise<LogLine[]>;
}

interface Running {
  hash: string;
  process: Promise<ScriptProcess>;
  calls: number;
  idle?: NodeJS.Timeout;
}

const HEAP_MEGABYTES = 128;
const MEMORY_MEGABYTES = 384;
const IDLE_MS = 60_000;
const DEADLINE_MS = 10_000;
/** After the answer: for what the script does in the background. */
const LOGS_MS = 5_000;
/** On every answer of the script itself; absent where something threw. */
const ANSWERED = 'x-bindery-answered';

/**
 * Runs scripts of integrations, each in a separate process that is started when needed, ended when idle, and killed
 * when a call takes too long or the process too much memory. So none delays another, nor the server.
 */
@Injectable()
export class Scripts implements OnApplicationShutdown {
  private readonly running = new Map<string, Running>();
  private socket: Promise<LogSocket> | undefined;

  constructor(
    private readonly config: Config,
    private readonly host: HttpAdapterHost,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    for (const name of this.running.keys()) this.stop(name, 'The server is stopping.');
    await (await this.socket)?.close();
  }

  /** Starts the script once, to see that it does. @throws ScriptFailed with the compiler's message. */
  async check(source: string): Promise<void> {
    (await this.start('check', source)).kill('It was started to see that it does.');
  }

  /** Hands an event to the script. Never throws for what the script does. */
  async run(script: Script, call: ScriptCall, deadlineMs = DEADLINE_MS): Promise<ScriptRun> {
    const running = this.take(script);
    const key = randomUUID();
    const { logs, giveUp } = (await this.logSocket()).logsOf(key);
    void logs.then(() => this.release(script.name, running));
    try {
      const process = await running.process;
      const answer = await callScript(process, key, call, deadlineMs);
      const timer = setTimeout(giveUp, LOGS_MS);
      void logs.then(() => clearTimeout(timer));
      if (answer.headers[ANSWERED] === undefined)
        return { failure: 'The script failed before it answered.', logs };
      delete answer.headers[ANSWERED];
      return { answer, logs };
    } catch (error) {
      giveUp();
      if (!(error instanceof ScriptFailed)) throw error;
      return { failure: error.message, logs };
    }
  }

  /** Ends the process of a script, if there is one. */
  stop(name: string, reason: string): void {
    const running = this.running.get(name);
    if (!running) return;
    this.running.delete(name);
    clearTimeout(running.idle);
    void running.process.then((process) => process.kill(reason)).catch(() => undefined);
  }

  private take(script: Script): Running {
    const known = this.running.get(script.name);
    if (known && known.hash !== script.hash) this.stop(script.name, 'A new version was published.');
    let running = this.running.get(script.name);
    if (!running) {
      const process = script.load().then((source) => this.start(script.name, source));
      const created: Running = { hash: script.hash, process, calls: 0 };
      const forget = (): void => {
        if (this.running.get(script.name) === created) this.running.delete(script.name);
      };
      process.then((started) => started.whenEnded(forget), forget);
      this.running.set(script.name, created);
      running = created;
    }
    clearTimeout(running.idle);
    running.calls++;
    return running;
  }

  private release(name: string, running: Running): void {
    if (--running.calls > 0 || this.running.get(name) !== running) return;
    running.idle = setTimeout(() => this.stop(name, 'It was idle.'), IDLE_MS).unref();
  }

  private async start(name: string, source: string): Promise<ScriptProcess> {
    const { origin, host, pathname } = new URL(this.config.publicUrl);
    const path = `${pathname.replace(/\/$/, '')}/v1`;
    const { path: logs } = await this.logSocket();
    const api = await ApiSocket.open(name, { host, path }, (request, response) => {
      const server = this.host.httpAdapter.getHttpServer() as Server;
      for (const listener of server.listeners('request') as RequestListener[]) listener(request, response);
    });
    try {
      const process = await ScriptProcess.start(
        source,
        { api: api.path, logs },
        {
          heapMegabytes: HEAP_MEGABYTES,
          memoryMegabytes: MEMORY_MEGABYTES,
          privateNetwork: this.config.allowPrivateNetwork,
          apiOrigin: origin,
          apiPath: path,
        },
      );
      process.whenEnded(() => void api.close());
      return process;
    } catch (error) {
      await api.close();
      throw error;
    }
  }

  private logSocket(): Promise<LogSocket> {
    this.socket ??= this.open();
    return this.socket;
  }

  /** A server that was killed left its folders; the next one that runs scripts on this machine removes them. */
  private async open(): Promise<LogSocket> {
    await removeLeftovers();
    return LogSocket.open();
  }
}
