const THOROUGH = process.env['TEST_THOROUGH'] === 'true';

/**
 * How many cases a test tries, or how long a text it reads, of at most `all`: a third in the run that people wait for, all with
 * `TEST_THOROUGH=true`. The gate does both.
 */
export function thoroughly(all: number): number {
  return THOROUGH ? all : Math.ceil(all / 3);
}
