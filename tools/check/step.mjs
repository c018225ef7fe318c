import { spawn } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'

/** Runs a program of node_modules quietly; returns its output when it failed, undefined when it passed. */
export async function complaintOf(script, options) {
  const { status, stdout, stderr } = await output(script, options)
  return status === 0 ? undefined : `${stdout}${stderr}`.trim() || `exit code ${status}`
}

/** Runs a program of node_modules and returns its output as JSON, whatever its exit code. */
export async function jsonOf(script, options) {
  const { stdout, stderr } = await output(script, options)
  try {
    return JSON.parse(stdout)
  } catch {
    throw new Error(`${script} gave no JSON: ${stderr || stdout.slice(0, 500)}`)
  }
}

function output(script, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [`node_modules/${script}`, ...options], { stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        texts[name] += text
      })
    }
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ ...texts, status: status ?? signal }))
  })
}

/** A line for each finding; undefined for none. */
export function complaintAbout(found, what) {
  return found.length > 0 ? found.map((one) => `${what}: ${one}`).join('\n') : undefined
}

/** The files below a folder or the file itself, without those of node_modules and build output. */
export function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'dist')
    .flatMap(({ name }) => filesIn(`${path}/${name}`))
}

/** The files of the source that are neither tests nor generated. */
export function sourceFiles() {
  return filesIn('src').filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.tsx?$|\.generated\.ts$|^src\/test\//.test(path),
  )
}
