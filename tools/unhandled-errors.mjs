// A reporter of Vitest: stores errors that no test caught, with the file that ran when they came.

import { writeFileSync } from 'node:fs'

export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const stored = errors.map(({ stack, message, VITEST_TEST_PATH: path }) => ({ path, message: stack ?? message }))
    writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(stored))
  }
}
