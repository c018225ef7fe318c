// npm test: the checks, the unit and HTTP tests, the journeys in a browser. The last line is the total.

import { rmSync } from 'node:fs'
import { findBrowser } from './bootstrap/browser.mjs'
import { check } from './check.mjs'
import { undriven } from './driven.mjs'
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
const settings = settingsOf(process.argv)

const suites = {
  check,
  driven,
  unit: () => vitest('unit', [], settings),
  production: () => vitest('production', productionFiles, { TEST_SETTINGS: 'production' }),
  journeys,
  soak: () =>
    vitest(
      'soak',
      [
        '--testNamePattern',
        'kill -9|takes over|hostile|each true one|two systems that send everything back',
        '--testTimeout',
        '1200000',
      ],
      {
        SOAK_ROUNDS: '20',
        UPLOAD_MIB: '512',
        HOSTILE_CALLS: 'all',
      },
    ),
}

rmSync('.cache/driven', { recursive: true, force: true })
const total = { passed: 0, failed: 0, failures: [], shaky: [] }
for (const name of chosen()) {
  console.log(`\n— ${name}`)
  const { passed, failed, failures = [], shaky = [] } = await suites[name]()
  if (passed + failed === 0) console.error(`${name}: ran no test`)
  total.passed += passed
  total.failed += passed + failed === 0 ? 1 : failed
  total.failures.push(...failures)
  total.shaky.push(...shaky)
}
sayFailures('What failed at first and passed with the machine to itself:', total.shaky)
sayFailures('What failed:', total.failures)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0

function chosen() {
  const at = process.argv.indexOf('--only')
  if (at < 0) return settings.TEST_SETTINGS ? ['unit'] : ['check', 'unit', 'production', 'journeys', 'driven']
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

function journeys() {
  const browser = findBrowser()
  if (browser) return vitest('journeys', ['--config', 'vitest.e2e.config.ts'], { CHROMIUM_PATH: browser })
  console.error('✗ No Chromium: install it or set CHROMIUM_PATH')
  return { passed: 0, failed: 1 }
}
