// npm run schema: writes src/database/schema.generated.ts from a freshly migrated database; with --check it only
// compares.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const file = 'src/database/schema.generated.ts'
/** The driver reads int8 as a number (src/kit/server/database.ts). */
const mapping = ['--type-mapping', JSON.stringify({ int8: 'number' })]

/** Returns a message when the committed types are not those of the migrations. */
export async function schemaComplaint() {
  const wanted = await generate()
  return readFileSync(file, 'utf8') === wanted ? undefined : `${file} is stale: npm run schema`
}

async function generate() {
  const { startPostgres, migrate } = await load()
  const folder = mkdtempSync(join(tmpdir(), 'headend-schema-'))
  chmodSync(folder, 0o755)
  const server = await startPostgres({ directory: join(folder, 'postgres'), log: () => {} })
  try {
    await migrate(server.url)
    return typesOf(server.url, join(folder, 'schema.ts'))
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bundled without a type check, because the types are wrong until this file is written. */
async function load() {
  const { build } = await import('vite')
  const outDir = resolve('.cache/schema')
  const input = { migrate: 'src/database/migrate.ts', postgres: 'src/kit/server/postgres/start-postgres.ts' }
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { resolve: { conditions: ['source', 'node', 'module'] } },
    build: { ssr: true, outDir, emptyOutDir: true, target: 'node22', rolldownOptions: { input } },
  })
  const [postgres, migrations] = await Promise.all(
    ['postgres.js', 'migrate.js'].map((name) => import(join(outDir, name))),
  )
  return { ...postgres, ...migrations }
}

function typesOf(url, target) {
  const codegen = 'node_modules/kysely-codegen/dist/cli/bin.js'
  const options = [codegen, '--dialect', 'postgres', '--url', url, '--out-file', target, ...mapping]
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`kysely-codegen failed: ${stderr || stdout}`)
  return readFileSync(target, 'utf8')
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const complaint = process.argv.includes('--check') ? await schemaComplaint() : writeFileSync(file, await generate())
  if (complaint) {
    console.error(complaint)
    process.exitCode = 1
  }
}
