import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { run } from './run.mjs'

const stamp = 'node_modules/.headend-installed'

/**
 * Runs npm ci unless node_modules holds what the lock file says, for this system and major version of Node. A link in its
 * place is somebody's own arrangement and stays.
 */
export function ensurePackages() {
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) return
  const wanted = wantedPackages()
  if (read(stamp) === wanted) return
  console.log('Installing packages')
  run('npm', [
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--include=dev',
    '--include=optional',
  ])
  writeFileSync(stamp, wanted)
}

function wantedPackages() {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) hash.update(read(file) ?? '').update('\0')
  return `${hash.digest('hex')} ${process.platform}-${process.arch} node ${process.versions.node.split('.')[0]}\n`
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
