import { expect, test } from 'vitest'
import { mentionBefore } from './mention-before.ts'

test('a mention is the @ after a gap and at most two words', () => {
  expect(mentionBefore('ask @')).toBe('')
  expect(mentionBefore('@yus')).toBe('yus')
  expect(mentionBefore('(@Yusuf Ay')).toBe('Yusuf Ay')
})

test('addresses and finished mentions do not count', () => {
  expect(mentionBefore('mail me@operator')).toBeNull()
  expect(mentionBefore('@Yusuf Aydin can')).toBeNull()
  expect(mentionBefore('@Yusuf ')).toBeNull()
})
