import { Injectable, type LoggerService } from '@nestjs/common';
import { type Logger as PinoLogger, pino } from 'pino';
import { traceIds } from '../telemetry/telemetry.js';
import { Config } from '../config/env.js';
import { currentContext } from './context.js';
import { errorForLog } from './error-for-log.js';

/** JSON log lines with the request, actor and job they belong to. Never pass bodies, tokens or document text. */
@Injectable()
export class Logger implements LoggerService {
  private readonly pino: PinoLogger;

  constructor(config: Config) {
    this.pino = pino({
      level: config.logLevel,
      base: undefined,
      mixin: logContext,
      serializers: { err: errorForLog },
    });
  }

  info(message: string, fields: object = {}): void {
    this.pino.info(fields, message);
  }

  /** Somebody may want to look. */
  warn(message: string, fields?: unknown): void {
    this.pino.warn(toFields(fields), message);
  }

  /** Somebody must look. */
  error(message: string, fields?: unknown): void {
    this.pino.error(toFields(fields), message);
  }

  debug(message: string, fields?: unknown): void {
    this.pino.debug(toFields(fields), message);
  }

  /** Nest's own start-up lines are of no use to an operator. */
  log(message: string, fields?: unknown): void {
    this.pino.debug(toFields(fields), message);
  }
}

/** Nest passes a context name or a stack as a plain string. */
function toFields(fields: unknown): object {
  if (fields instanceof Error) return { err: fields };
  if (typeof fields === 'object' && fields !== null) return fields;
  return fields === undefined ? {} : { detail: fields };
}

/** The client address belongs in the audit log alone, the browser in the list of sessions, and a signal cannot be logged. */
function logContext(): object {
  const {
    address: _address,
    userAgent: _agent,
    source: _source,
    clientSignal: _signal,
    ...context
  } = currentContext();
  return { ...context, ...traceIds() };
}
