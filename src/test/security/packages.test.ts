import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = {
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
  readonly dev?: boolean
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')

test('each package that runs has a digest in the lock file, and comes from the public registry', () => {
  const bare = packages.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''))
  // Tools of other platforms that npm could not see when the file was written: never part of the product.
  expect(bare.filter(([, { optional, dev }]) => !(optional && dev)).map(([path]) => path)).toEqual([])
  const elsewhere = packages.filter(
    ([, { resolved }]) => resolved && !resolved.startsWith('https://registry.npmjs.org/'),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})

test('no package runs an install script', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})
