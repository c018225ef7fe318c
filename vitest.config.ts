import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['source', 'node', 'module', 'development|production'] },
  ssr: { resolve: { conditions: ['source', 'node', 'module', 'development|production'] } },
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: ['src/test/database-server.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
})
