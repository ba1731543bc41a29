const THOROUGH = process.env['TEST_THOROUGH'] === 'true';

/**
 * The number of cases that a test tries, or the length of a text that it reads, of at most `all`: a third in the run
 * that people wait for, all with `TEST_THOROUGH=true`. The gate does both.
 */
export function thoroughly(all: number): number {
  return THOROUGH ? all : Math.ceil(all / 3);
}
