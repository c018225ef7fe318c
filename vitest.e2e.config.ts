import { defineConfig, mergeConfig } from 'vitest/config'
import units from './vitest.config.ts'

/** Journeys in a real browser: three at a time fill two cores, because one waits for its pages half of the time. */
export default mergeConfig(
  { ...units, test: { ...units.test, include: [] } },
  defineConfig({
    test: {
      include: ['src/test/journeys/**/*.e2e.ts'],
      exclude: ['**/*.long.e2e.ts'],
      testTimeout: 480_000,
    },
  }),
)
