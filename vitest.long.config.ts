import { defineConfig, mergeConfig } from 'vitest/config'
import journeys from './vitest.e2e.config.ts'

/** `npm run test:long`: what proves too much in a few minutes: killed processes, and walks over every page. */
export default mergeConfig(
  { ...journeys, test: { ...journeys.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['src/**/*.long.test.ts', 'src/**/*.long.e2e.ts'] } }),
)
