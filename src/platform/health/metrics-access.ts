import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/env.js';
import { bearerToken } from '../http/bearer.guard.js';
import { Forbidden, Unauthorized } from '../http/errors.js';

const THIS_MACHINE = new BlockList();
THIS_MACHINE.addSubnet('127.0.0.0', 8);
THIS_MACHINE.addAddress('::1', 'ipv6');

/** Protects the metrics: callers need METRICS_TOKEN or, when it is not set, have to connect from this machine. */
@Injectable()
export class MetricsAccess {
  constructor(private readonly config: Config) {}

  /** @throws Unauthorized, Forbidden */
  requireAccess({ headers, socket }: IncomingMessage): void {
    const { metricsToken } = this.config;
    if (metricsToken !== undefined) {
      const given = bearerToken(headers.authorization);
      if (given === undefined || !timingSafeEqual(digest(given), digest(metricsToken)))
        throw new Unauthorized('Send METRICS_TOKEN in the header "Authorization: Bearer <token>".');
      return;
    }
    const address = socket.remoteAddress ?? '';
    const isLocal = THIS_MACHINE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    // A reverse proxy on this machine asks for somebody else.
    const isForwarded =
      headers['x-forwarded-for'] !== undefined ||
      headers.forwarded !== undefined ||
      headers.via !== undefined;
    if (!isLocal || isForwarded)
      throw new Forbidden('The figures are for this machine alone until METRICS_TOKEN is set.');
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
