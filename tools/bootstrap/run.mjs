import { spawnSync } from 'node:child_process'

/** Runs a program in our terminal; throws one line when it fails. */
export function run(program, options, settings = {}) {
  const { status, signal, error } = spawnSync(program, options, { stdio: 'inherit', ...settings })
  if (error) throw new Error(`${program} could not be run: ${error.message}`)
  if (status !== 0) throw new Error(`${program} ${options[0] ?? ''} failed (${signal ?? `exit code ${status}`})`)
}
