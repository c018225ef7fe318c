import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageTexts } from '../texts.ts'

test('every event that a feature declares has a text', () => {
  const sources = readdirSync('src/features', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `src/features/${file}`)
  const names = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/defineEvent\(\s*'([a-z.-]+)'/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(90)
  expect(names.map((name) => name.replace('.', '-')).filter((key) => !Object.hasOwn(pageTexts.event, key))).toEqual([])
})
