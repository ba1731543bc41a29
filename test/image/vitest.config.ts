import { defineConfig } from 'vitest/config';

/* Apart from the suite, which needs a database and none of this. */
export default defineConfig({
  test: { include: ['test/image/*.spec.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
