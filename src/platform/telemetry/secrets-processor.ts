import type { Attributes } from '@opentelemetry/api';
import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace-node';

/** Attributes that hold an address, or a part of one, in the old and the new words of the semantic conventions. */
const ADDRESSES = ['http.target', 'http.url', 'url.full', 'url.path', 'url.query'];
const LEFT_OUT = '[left out]';

/**
 * Takes addresses out of spans as they begin: paths and queries hold secrets of links, signatures and what people search for. Spans of
 * requests are named by their route, and say the host that was asked.
 */
export class SecretsProcessor implements SpanProcessor {
  onStart(span: Span): void {
    const attributes: Attributes = span.attributes;
    for (const name of ADDRESSES) if (attributes[name] !== undefined) span.setAttribute(name, LEFT_OUT);
  }

  onEnd(): void {
    // Attributes of addresses are there from the start.
  }

  async forceFlush(): Promise<void> {
    // Nothing is kept.
  }

  async shutdown(): Promise<void> {
    // Nothing is kept.
  }
}
