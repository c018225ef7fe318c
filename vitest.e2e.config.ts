import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import units from './vitest.config.ts'

/** Journeys that visit all routes take minutes: begun last, one runs while the other worker has nothing left to do. */
const allRoutes = /\/(accessibility|pseudo-locale)\.e2e\.ts$/

class AllRoutesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => Number(!allRoutes.test(moduleId))
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/** Journeys in a real browser: two at a time, because one waits for its pages half of the time. */
export default mergeConfig(
  { ...units, test: { ...units.test, include: [] } },
  defineConfig({
    test: {
      include: ['src/test/journeys/**/*.e2e.ts'],
      maxWorkers: 2,
      sequence: { sequencer: AllRoutesFirst },
      testTimeout: 480_000,
      // The first journeys of a run wait for the demo world.
      hookTimeout: 480_000,
    },
  }),
)
