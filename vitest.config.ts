import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Compares what SQL returns with what its template asserts. */
const alias = [{ find: /^kysely$/, replacement: fileURLToPath(new URL('src/test/watched-kysely.ts', import.meta.url)) }]

/** Node's `imports` in package.json lead to src/ instead of dist/ with the first one. */
const conditions = ['source', 'node', 'development|production']

export default defineConfig({
  resolve: { conditions, alias },
  ssr: { resolve: { conditions } },
  // Vitest loads its global setup in an environment of its own.
  environments: { __vitest__: { resolve: { conditions } } },
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
    // `npm run test:long` has these.
    exclude: ['**/*.long.test.ts'],
    globalSetup: ['src/test/database-server.ts'],
    setupFiles: ['src/test/sql-faults.setup.ts'],
    pool: 'forks',
    // A file waits for jobs, servers and other processes for most of its time: three fill two cores.
    maxWorkers: 3,
    // The files of a worker share their modules: loading the product for each file took a third of the suite.
    isolate: false,
    testTimeout: 240_000,
    // A world of many calls takes minutes on a busy machine.
    hookTimeout: 480_000,
    // Nothing that is waited for is a promise of so many milliseconds: on a busy machine it may take long, and is right all the same.
    expect: { poll: { timeout: 60_000 } },
    // A failure in CI is read from its message alone, so values are printed whole.
    chaiConfig: { truncateThreshold: 0 },
    reporters: ['default'],
  },
})
