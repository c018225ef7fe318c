import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'

/**
 * Builds a TypeScript program, our code included and packages left out, to run as a separate process. Returns its path.
 */
export async function buildProgram(source: URL): Promise<string> {
  const outDir = resolve(import.meta.dirname, '../../.cache/programs', crypto.randomUUID())
  await mkdir(outDir, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { resolve: { conditions: ['source', 'node', 'module'] } },
    build: {
      ssr: source.pathname,
      outDir,
      emptyOutDir: true,
      target: 'node22',
      rolldownOptions: { output: { entryFileNames: 'program.js' } },
    },
  })
  return resolve(outDir, 'program.js')
}
