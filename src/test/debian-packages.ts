import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Whether these programs are there. Where the tests may (as root, with apt), the packages that have them are installed
 * first; elsewhere the tests that need them are skipped.
 */
export function haveDebianPrograms(programs: readonly string[], packages: readonly string[]): boolean {
  if (programs.every(isInstalled)) return true
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...words: string[]) => execFileSync('apt-get', words, { env, stdio: 'ignore', timeout: 300_000 })
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  } catch {
    return false
  }
  return programs.every(isInstalled)
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
