import { expect, test } from 'vitest'
import { emptyField, matching, settle, stepBack, wordOf } from './picker-levels.ts'

const typed = (text: string) => ({ ...emptyField, typed: text })

test('one text has a word for each level, parted by spaces or slashes', () => {
  const field = typed('cn 3.2/3.25.1')
  expect([0, 1, 2].map((level) => wordOf(field, level))).toEqual(['cn', '3.2', '3.25.1'])
  expect(matching(['cOS-CN', 'video'], wordOf(field, 0))).toEqual(['cOS-CN'])
})

test('a level that is settled takes its word out of the field, and stepping back returns it', () => {
  const field = settle(typed('cn 3.2'), ['cos-cn'])
  expect(field).toEqual({ settled: [{ word: 'cn', name: 'cos-cn' }], typed: '3.2' })
  expect(wordOf(field, 1)).toBe('3.2')
  expect(stepBack(field)).toEqual(typed('cn 3.2'))
})

test('choosing a version settles the levels before it as they are shown', () => {
  const { settled } = settle(typed('cn'), ['cos-cn', '3.25', '3.25.1'])
  expect(settled.map(({ name }) => name)).toEqual(['cos-cn', '3.25', '3.25.1'])
})

test('choosing another product drops the branch and the version', () => {
  const whole = settle(typed('cn'), ['cos-cn', '3.25', '3.25.1'])
  expect(settle(whole, ['cos-pon'])).toEqual({ settled: [{ word: 'cn', name: 'cos-pon' }], typed: '' })
})
