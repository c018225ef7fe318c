import { defineConfig, mergeConfig } from 'vitest/config'
import units from './vitest.config.ts'

/** `npm run soak`: the tests of whatever kind that have rounds, with the names that tools/test.mjs gives. */
export default mergeConfig(
  { ...units, test: { ...units.test, exclude: [] } },
  defineConfig({ test: { include: ['src/**/*.long.test.ts'] } }),
)
