import { expect, test } from 'vitest'
import { isUnfinished } from './unfinished-marks.ts'

test.each([
  ['We look at **no', true],
  ['We look at **node*', true],
  ['We look at **node** and `show', true],
  ['We look at **node** now, `show cable`', false],
  ['* a point', false],
])('recognises unfinished marks: %j', (text, unfinished) => {
  expect(isUnfinished(text)).toBe(unfinished)
})
