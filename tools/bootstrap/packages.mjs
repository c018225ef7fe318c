import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { phase } from './phase.mjs'
import { run } from './run.mjs'

const stamp = 'node_modules/.headend-installed'
/** Builds for pages without a bundler, 51 MB, which nothing here reads. */
const unused = ['node_modules/echarts/dist']

/**
 * Installs what `start` or `test` needs, unless node_modules matches the lock file and this system. For a test after a
 * start npm only adds: the running portal still reads its packages. A link in place of node_modules stays.
 */
export async function ensurePackages(purpose) {
  if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) return
  const wanted = wantedPackages()
  const installed = read(stamp)
  if (installed === stampOf(wanted, 'test') || installed === stampOf(wanted, purpose)) return
  const isAddition = installed === stampOf(wanted, 'start')
  await phase(isAddition ? 'Installing the packages of the tests' : 'Installing packages', () =>
    run('npm', [
      ...(isAddition ? ['install', '--no-save'] : ['ci']),
      ...['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier', '--include=optional'],
      purpose === 'start' ? '--omit=dev' : '--include=dev',
    ]),
  )
  for (const folder of unused) rmSync(folder, { recursive: true, force: true })
  writeFileSync(stamp, stampOf(wanted, purpose))
}

function stampOf(wanted, purpose) {
  return `${wanted}${purpose}\n`
}

function wantedPackages() {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) hash.update(read(file) ?? '').update('\0')
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
