import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/security.md', 'utf8')
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`)

test('each row of docs/security.md names its test, and each named test exists', () => {
  const built = document.slice(document.indexOf('\n## '), document.indexOf('## Not yet'))
  const rows = built.split('\n').filter((line) => /^\| (?!row |---)/.test(line))
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter((row) => !/\.(test|e2e)\.ts/.test(row))).toEqual([])
  const named = [...new Set(document.match(/[\w/.-]+\.(test|e2e)\.ts/g))]
  expect(named.filter((name) => !files.some((path) => path.endsWith(`/${name}`)))).toEqual([])
})
