// npm run schema: writes src/database/schema.generated.ts from a database made of src/database/schema/; with --check it
// only compares. With --baseline it replaces all migrations by one that makes the present schema.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const file = 'src/database/schema.generated.ts'
/** The driver reads int8 as a number (src/kit/server/database.ts). */
const mapping = ['--type-mapping', JSON.stringify({ int8: 'number' })]

/** Returns a message when the committed types are not those of the schema. */
export async function schemaComplaint() {
  const wanted = await generate()
  return readFileSync(file, 'utf8') === wanted ? undefined : `${file} is stale: npm run schema`
}

async function generate() {
  const { startPostgres, migrate } = await loadSources()
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
async function loadSources() {
  const { build } = await import('vite')
  const outDir = resolve('.cache/schema')
  const input = {
    migrate: 'src/database/migrate.ts',
    schema: 'src/database/schema.ts',
    postgres: 'src/kit/server/postgres/start-postgres.ts',
  }
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [ownPlace],
    ssr: { resolve: { conditions: ['source', 'node', 'module'] } },
    build: { ssr: true, outDir, emptyOutDir: true, target: 'node22', rolldownOptions: { input } },
  })
  const modules = await Promise.all(Object.keys(input).map((name) => import(join(outDir, `${name}.js`))))
  return Object.assign({}, ...modules)
}

/** A source that reads files beside itself finds them there. */
const ownPlace = {
  name: 'own-place',
  enforce: 'pre',
  transform(code, id) {
    if (id.startsWith(resolve('src')) && code.includes('import.meta.url'))
      return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
  },
}

function typesOf(url, target) {
  const codegen = 'node_modules/kysely-codegen/dist/cli/bin.js'
  const options = [codegen, '--dialect', 'postgres', '--url', url, '--out-file', target, ...mapping]
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`kysely-codegen failed: ${stderr || stdout}`)
  return readFileSync(target, 'utf8')
}

/** Only while no release was made: databases of other baselines are rejected. */
async function writeBaseline() {
  const { readSchema } = await loadSources()
  const folder = 'src/database/migrations'
  for (const name of readdirSync(folder)) if (name.endsWith('.sql')) rmSync(join(folder, name))
  const header = '-- The schema that the later migrations change, as it was then. The present one is in ../schema/.\n\n'
  const day = new Date().toISOString().slice(0, 10)
  writeFileSync(join(folder, `0000-baseline-${day}.sql`), header + readSchema())
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.includes('--baseline')) await writeBaseline()
  const complaint = process.argv.includes('--check') ? await schemaComplaint() : writeFileSync(file, await generate())
  if (complaint) {
    console.error(complaint)
    process.exitCode = 1
  }
}
