import { Injectable } from '@nestjs/common';

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
        const outcome = await part.check().then(
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
