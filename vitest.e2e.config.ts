import { defineConfig, mergeConfig } from 'vitest/config'
import units from './vitest.config.ts'

/** Journeys in a real browser: one at a time, because each has the machine to itself. */
export default mergeConfig(
  { ...units, test: { ...units.test, include: [] } },
  defineConfig({
    test: {
      include: ['src/test/journeys/**/*.e2e.ts'],
      maxWorkers: 1,
      fileParallelism: false,
      testTimeout: 480_000,
    },
  }),
)
