// npm run test:changed [-- REF]: runs the tests that the changes since REF (main) and the uncommitted ones can affect:
// of the features whose modules import a changed one, over any number of steps. A change of a common base runs all of
// them.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { modulesOfSource } from './check/boundaries.mjs'
import { sayFailures, vitest } from './vitest.mjs'

const restsOnIt = /^(src\/(kit\/server|database|test\/[^/]+\.ts$)|package(-lock)?\.json|vitest\.config)/
/** Only what combines the features imports all of them; it shows nothing of what a change can affect. */
const assembly = /^src\/(server|web|test)\//
const ofAllEndpoints = ['src/test/every-endpoint.test.ts', 'src/test/security/permissions.test.ts']

const changed = changedSince(process.argv[2] ?? 'main')
const files = changed.some((path) => restsOnIt.test(path) && !/\.test\.ts$/.test(path)) ? [] : await testsFor(changed)
console.log(files === undefined ? 'No test can be touched.' : files.length === 0 ? 'All tests:' : files.join('\n'))
if (files) {
  const { passed, failed, failures } = await vitest('changed', files)
  sayFailures('What failed:', failures)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}

function changedSince(reference) {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base] = git('merge-base', 'HEAD', reference)
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** The test files that a change of these files can affect; undefined when there is none. */
async function testsFor(paths) {
  const touched = await importersOf(paths)
  const folders = new Set([...touched].map(folderOf).filter(Boolean))
  const tests = readdirSync('src', { recursive: true })
    .map((path) => `src/${path}`)
    .filter((path) => path.endsWith('.test.ts') && (touched.has(path) || folders.has(folderOf(path))))
  const ofTools = paths.filter((path) => path.startsWith('tools/') && path.endsWith('.test.ts'))
  const walks = paths.some((path) => /\/contract(\.ts|\/)/.test(path)) ? ofAllEndpoints : []
  const found = [...new Set([...tests, ...ofTools, ...walks])].filter(existsSync).sort()
  return found.length > 0 ? found : undefined
}

async function importersOf(paths) {
  const { modules } = await modulesOfSource()
  const importers = new Map()
  for (const { source, dependencies } of modules)
    for (const { resolved } of dependencies) importers.set(resolved, [...(importers.get(resolved) ?? []), source])
  const touched = new Set(paths)
  for (const path of touched) {
    if (assembly.test(path)) continue
    for (const importer of importers.get(path) ?? []) touched.add(importer)
  }
  return touched
}

/**
 * The feature, the part of the kit or the integration that a file belongs to, with its side: their tests run together.
 */
function folderOf(path) {
  return /^src\/(features\/[^/]+\/[^/]+|kit\/[^/]+|integrations\/[^/]+)\//.exec(path)?.[0]
}
