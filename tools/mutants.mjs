// npm run mutants: makes each mistake of mutants/list.mjs in a copy of the source, and runs the tests of its feature,
// which must fail. `node tools/mutants.mjs transition` runs only those whose source or test has that in its name.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startPostgres } from '../dist/kit/server/postgres/start-postgres.js'
import { misfits, placed } from './mutants/fit.mjs'

const copy = resolve('.cache/mutants')
const chosen = placed.filter(({ source, test }) =>
  process.argv.slice(2).every((part) => source.includes(part) || test.includes(part)),
)

makeCopy()
// One server for all runs of Vitest: each would start its own.
const database = await startPostgres({ directory: join(copy, 'postgres'), log: () => {} })
const files = [...new Set(chosen.map(({ test }) => test))]
const fault = misfits(chosen) ?? (run(files).failed > 0 ? 'a test fails before anything is changed' : undefined)
if (fault) console.error(fault)
const caught = fault ? [] : chosen.filter(isCaught)
console.log(`\n${caught.length} of ${chosen.length} caught`)
process.exitCode = caught.length < chosen.length ? 1 : 0
await database.stop()
rmSync(copy, { recursive: true, force: true })

function makeCopy() {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of ['src', 'tools', 'package.json', 'tsconfig.base.json', 'vitest.config.ts', 'index.html', 'docs'])
    cpSync(name, join(copy, name), { recursive: true })
  for (const name of ['node_modules', 'dist']) if (existsSync(name)) symlinkSync(resolve(name), join(copy, name))
}

function isCaught({ source, find, replacement, test }) {
  const place = join(copy, source)
  const text = readFileSync(place, 'utf8')
  writeFileSync(
    place,
    text.replace(find, () => replacement),
  )
  const { failed, first } = run([test])
  writeFileSync(place, text)
  console.log(
    `${failed > 0 ? '✓ caught  ' : '✗ survived'} ${source}: ${find.trim().split('\n')[0]}${first ? ` — ${first}` : ''}`,
  )
  return failed > 0
}

/** How many tests fail, and the name of the first. A file that cannot be loaded proves nothing and ends the run. */
function run(tests) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const options = ['run', '--bail=1', '--reporter=json', `--outputFile=${report}`, ...tests]
  const { stdout, stderr } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...options], {
    cwd: copy,
    env: { ...process.env, TEST_DATABASE_URL: database.url },
    encoding: 'utf8',
    maxBuffer: 256e6,
  })
  const { testResults, numTotalTests } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  if (!numTotalTests) throw new Error(`no test ran: ${stderr}${stdout}`)
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed'),
  )
  return { failed: failed.length, first: failed[0]?.fullName }
}
