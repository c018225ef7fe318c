import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Variables } from './config-variables.ts'

const operations = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

test('the defaults of the guide are those of the program', () => {
  const defaults: Readonly<Record<string, unknown>> = Variables.parse({})
  const wrong: unknown[] = []
  let compared = 0
  for (const [, names, cell] of operations.matchAll(/^\| ((?:`[A-Z_0-9]+`(?:, )?)+) \| ([^|]*) \|/gm)) {
    const variables = [...names!.matchAll(/[A-Z_0-9]+/g)].map(([name]) => name)
    const written = cell!.replaceAll('`', '').trim().split(', ')
    for (const [index, name] of variables.entries()) {
      const value = defaults[name]
      // What an empty list means is written in words.
      if (value === undefined || Array.isArray(value)) continue
      compared += 1
      if (written[index] !== String(value)) wrong.push([name, value, written[index]])
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(12)
})

test('the tutorial of features uses the button of the kit', () => {
  const guide = readFileSync(new URL('../../../docs/add-a-feature.md', import.meta.url), 'utf8')
  expect(guide).not.toMatch(/\bButton\b[^}]*\} from '@mantine\/core'/)
})
