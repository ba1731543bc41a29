import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Balancers wait for a few seconds only: a part that gives no answer is not ready. */
const LONGEST_CHECK_MS = 4_000;

export interface ReadinessCheck {
  name: string;
  /** Rejects when the part is not ready. */
  check(): Promise<void>;
}

/** Parts that must work before traffic may come register here; `/readyz` asks them all. */
@Injectable()
export class Readiness {
  private readonly checks: ReadinessCheck[] = [];
  private isDraining = false;

  register(check: ReadinessCheck): void {
    this.checks.push(check);
  }

  /** From now on `/readyz` fails, so that a balancer sends no new requests while the open ones finish. */
  drain(): void {
    this.isDraining = true;
  }

  /** Outcome of every check by name; `ready` only when all passed. */
  async run(): Promise<{ ready: boolean; checks: Record<string, string> }> {
    const outcomes = await Promise.all(
      this.checks.map(async (part) => {
        const outcome = await inTime(part.check()).then(
          () => 'ok',
          () => 'failed',
        );
        return [part.name, outcome] as const;
      }),
    );
    const ready = !this.isDraining && outcomes.every(([, outcome]) => outcome === 'ok');
    return {
      ready,
      checks: { ...Object.fromEntries(outcomes), ...(this.isDraining ? { process: 'draining' } : {}) },
    };
  }
}

async function inTime(check: Promise<void>): Promise<void> {
  const late = new AbortController();
  const end = delay(LONGEST_CHECK_MS, undefined, { signal: late.signal, ref: false });
  try {
    await Promise.race([
      check,
      end.then(() => {
        throw new Error('The part gave no answer.');
      }),
    ]);
  } finally {
    late.abort();
    end.catch(() => undefined);
  }
}
