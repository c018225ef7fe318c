// npm test: the checks, the unit and HTTP tests, the journeys in a browser. The last line is the total. `--long` adds
// what npm run test:long runs alone: killed processes, rounds, walks over every page and call, other browsers.

import { rmSync } from 'node:fs'
import { ensureOtherBrowsers, findBrowser } from './bootstrap/browser.mjs'
import { check } from './check.mjs'
import { undriven } from './driven.mjs'
import { kindOf } from './flaky-kinds.mjs'
import { sayFailures, vitest } from './vitest.mjs'

/**
 * What `npm test` runs a second time in the settings of production: the tests in which users sign in with the demo's
 * relaxed settings. `--settings production` runs the whole unit suite in them.
 */
const productionFiles = [
  'src/features/sign-in/impersonation',
  'src/features/access/sessions',
  'src/features/users/users/server/me.test.ts',
  'src/features/users/role-assignment',
  'src/features/platform/audit',
]
/** What `npm run soak` runs with its many rounds. */
const soak = [
  ...['--config', 'vitest.soak.config.ts', '--testTimeout', '1200000'],
  ...['--testNamePattern', 'kill -9|takes over|hostile|each true one|two systems that send everything back'],
]
const settings = settingsOf(process.argv)

const suites = {
  check,
  driven,
  unit: () => vitest('unit', [], settings),
  production: () => vitest('production', productionFiles, { TEST_SETTINGS: 'production' }),
  journeys: () => inBrowser('journeys', 'vitest.e2e.config.ts'),
  long() {
    ensureOtherBrowsers()
    return inBrowser('long', 'vitest.long.config.ts')
  },
  soak: () => vitest('soak', soak, { SOAK_ROUNDS: '20', UPLOAD_MIB: '512', HOSTILE_CALLS: 'all' }),
}

rmSync('.cache/driven', { recursive: true, force: true })
const minutes = []
const total = { passed: 0, failed: 0, failures: [], shaky: [] }
for (const name of chosen()) {
  console.log(`\n— ${name}`)
  const from = Date.now()
  const { passed, failed, failures = [], shaky = [] } = await suites[name]()
  minutes.push(`${name} ${((Date.now() - from) / 60_000).toFixed(1)}`)
  if (passed + failed === 0) console.error(`${name}: ran no test`)
  total.passed += passed
  total.failed += passed + failed === 0 ? 1 : failed
  total.failures.push(...failures)
  total.shaky.push(...shaky)
}
sayFailures(
  'What failed at first and passed with the machine to itself (docs/flaky-tests.md):',
  total.shaky,
  (message) => ` — kind: ${kindOf(message)}`,
)
sayFailures('What failed:', total.failures)
console.log(`\nMinutes: ${minutes.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function chosen() {
  const at = process.argv.indexOf('--only')
  if (at < 0 && settings.TEST_SETTINGS) return ['unit']
  const long = process.argv.includes('--long') ? ['long'] : []
  if (at < 0) return ['check', 'unit', 'production', 'journeys', ...long, 'driven']
  const name = process.argv[at + 1]
  if (name in suites) return [name]
  console.error(`--only takes one of ${Object.keys(suites).join(', ')}`)
  process.exit(2)
}

function settingsOf(words) {
  const at = words.indexOf('--settings')
  if (at < 0) return {}
  if (words[at + 1] === 'production') return { TEST_SETTINGS: 'production' }
  console.error('--settings takes production')
  process.exit(2)
}

/** Every operation of openapi.json must have been called successfully by a test of this run. */
function driven() {
  const missing = undriven()
  for (const name of missing) console.error(`✗ no test drives ${name} to success`)
  return { passed: missing.length === 0 ? 1 : 0, failed: missing.length }
}

function inBrowser(name, config) {
  const browser = findBrowser()
  if (browser) return vitest(name, ['--config', config], { CHROMIUM_PATH: browser })
  console.error('✗ No Chromium: install it or set CHROMIUM_PATH')
  return { passed: 0, failed: 1 }
}
