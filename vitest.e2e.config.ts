import { defineConfig, mergeConfig } from 'vitest/config'
import units from './vitest.config.ts'

/** Journeys in a real browser: two at a time fill two cores. With three, each took longer and pages came to rest late. */
export default mergeConfig(
  { ...units, test: { ...units.test, include: [] } },
  defineConfig({
    test: {
      include: ['src/test/journeys/**/*.e2e.ts'],
      exclude: ['**/*.long.e2e.ts'],
      maxWorkers: 2,
      testTimeout: 480_000,
    },
  }),
)
