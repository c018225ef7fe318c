import { expect, test } from 'vitest'
import { asMarkdown, isUnfinished } from './written-content.ts'

test.each([
  ['We look', { markdown: 'We look', spaces: '' }],
  ['We look at it ', { markdown: 'We look at it', spaces: ' ' }],
  ['one\ntwo', { markdown: 'one\n\ntwo', spaces: '' }],
  ['one\n\ntwo  ', { markdown: 'one\n\ntwo', spaces: '  ' }],
  ['', { markdown: '', spaces: '' }],
  [' ', { markdown: '', spaces: ' ' }],
])('keeps what was typed before the editor was loaded: %j', (text, wanted) => {
  expect(asMarkdown(text)).toEqual(wanted)
})

test.each([
  ['We look at **no', true],
  ['We look at **node*', true],
  ['We look at **node** and `show', true],
  ['We look at **node** now, `show cable`', false],
  ['* a point', false],
])('recognises unfinished marks: %j', (text, unfinished) => {
  expect(isUnfinished(text)).toBe(unfinished)
})
