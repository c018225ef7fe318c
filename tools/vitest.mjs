// Runs Vitest, counts from its report, and stores the failures, to be printed again at the end of everything.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative } from 'node:path'

/** More files than these do not fail by chance. */
const FEW_FILES = 3
/** The number of lines of each failure that are printed again. */
const LINES = 30

/**
 * Runs a suite; files that failed, if few, once more with the machine to themselves (decision 036). Returns how many
 * passed and failed in the end, what failed, and what passed only then. A file that could not be loaded is a failure
 * too, and so is an error that no test caught: of the file that ran when it came, else of the whole suite.
 */
export function vitest(name, options, env = {}) {
  const first = run(name, options, env)
  const files = [...new Set(first.failures.map(({ file }) => file))]
  if (files.length === 0 || files.length > FEW_FILES || first.outside) return { ...first, shaky: [] }
  console.log(`\n— ${name}, once more: ${files.join(', ')}`)
  const again = run(`${name}-again`, [...options, '--no-file-parallelism', ...files], env)
  const still = new Set(again.failures.map(keyOf))
  const shaky = again.outside ? [] : first.failures.filter((failure) => !still.has(keyOf(failure)))
  const failures = first.failures.filter((failure) => !shaky.includes(failure))
  return { passed: first.passed + shaky.length, failed: failures.length, failures, shaky }
}

/** Prints the failures for a reader of the end alone; `detail` adds to the line of each. */
export function sayFailures(title, failures, detail = () => '') {
  if (failures.length === 0) return
  console.log(`\n${title}`)
  for (const { file, test, message } of failures)
    console.log(`✗ ${file} > ${test}${detail(message)}\n${message.split('\n').slice(0, LINES).join('\n')}`)
}

function run(name, options, env) {
  const report = `.cache/${name}.json`
  rmSync(report, { force: true })
  const errors = `.cache/${name}-errors.json`
  rmSync(errors, { force: true })
  const own = ['--reporter=json', `--outputFile.json=${report}`, '--reporter=./tools/unhandled-errors.mjs']
  const reporters = ['--reporter=default', ...own]
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...options], {
    stdio: 'inherit',
    env: { ...process.env, ...env, UNHANDLED_ERRORS: errors },
  })
  const { numPassedTests: passed, testResults } = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, testResults: [] }
  const failures = testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf)
  failures.push(...unhandled(errors))
  const outside = failures.length === 0 && status !== 0
  if (outside) failures.push({ file: name, test: 'outside of any test', message: `Vitest ended with ${status}.` })
  return { passed, failed: failures.length, failures, outside }
}

/** Errors that no test caught, as failures of the file that ran when they came. */
function unhandled(errors) {
  const stored = existsSync(errors) ? JSON.parse(readFileSync(errors, 'utf8')) : []
  return stored
    .filter(({ path }) => path)
    .map(({ path, message }) => ({
      file: relative(process.cwd(), path),
      test: 'an error outside of its tests',
      message,
    }))
}

function failuresOf({ name, message, assertionResults }) {
  const file = relative(process.cwd(), name)
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return [{ file, test: 'the file as a whole', message }]
  return failed.map(({ fullName, failureMessages }) => ({ file, test: fullName, message: failureMessages.join('\n') }))
}

function keyOf({ file, test }) {
  return `${file} > ${test}`
}
