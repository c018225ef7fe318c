import { spawn, spawnSync } from 'node:child_process'

/** Runs a program in our terminal; throws one line when it fails. */
export function run(program, options, settings = {}) {
  const { status, signal, error } = spawnSync(program, options, { stdio: 'inherit', ...settings })
  if (error) throw new Error(`${program} could not be run: ${error.message}`)
  if (status !== 0) throw failureOf(program, options, status, signal)
}

/** The same while other programs run. */
export function runBeside(program, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, options, { stdio: 'inherit' })
    child.once('error', (error) => reject(new Error(`${program} could not be run: ${error.message}`)))
    child.once('close', (status, signal) =>
      status === 0 ? resolve() : reject(failureOf(program, options, status, signal)),
    )
  })
}

function failureOf(program, options, status, signal) {
  return new Error(`${program} ${options[0] ?? ''} failed (${signal ?? `exit code ${status}`})`)
}
