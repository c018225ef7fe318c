import { expect, test } from 'vitest'
import { asMarkdown } from './written-content.ts'

test.each([
  ['We look', { markdown: 'We look', spaces: '' }],
  ['We look at it ', { markdown: 'We look at it', spaces: ' ' }],
  ['one\ntwo', { markdown: 'one\n\ntwo', spaces: '' }],
  ['one\n\ntwo  ', { markdown: 'one\n\ntwo', spaces: '  ' }],
  ['', { markdown: '', spaces: '' }],
  [' ', { markdown: '', spaces: ' ' }],
])('keeps what was typed before the editor was there: %j', (text, wanted) => {
  expect(asMarkdown(text)).toEqual(wanted)
})
