import { spawnSync } from 'node:child_process'

/** Runs a program of node_modules quietly; answers what it said when it failed, undefined when it passed. */
export function complaintOf(script, options) {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [`node_modules/${script}`, ...options],
    settings,
  )
  return status === 0 ? undefined : String(error ?? `${stdout}${stderr}`).trim() || `exit code ${status}`
}

/** Runs a program of node_modules and answers its output as JSON, whatever its exit code. */
export function jsonOf(script, options) {
  const { stdout, stderr } = spawnSync(process.execPath, [`node_modules/${script}`, ...options], settings)
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`${script} gave no JSON: ${stderr || stdout.slice(0, 500)}`)
  }
}

const settings = { encoding: 'utf8', maxBuffer: 256e6 }
