import { defineConfig, mergeConfig } from 'vitest/config'
import journeys from './vitest.e2e.config.ts'

/**
 * `npm run test:long`: what proves too much in a few minutes: killed processes, rounds, walks over every page and call.
 */
export default mergeConfig(
  { ...journeys, test: { ...journeys.test, include: [], exclude: [] } },
  defineConfig({ test: { include: ['{src,tools}/**/*.long.test.ts', 'src/**/*.long.e2e.ts'] } }),
)
