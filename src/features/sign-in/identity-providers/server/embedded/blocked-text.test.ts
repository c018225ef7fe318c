import { expect, test } from 'vitest'
import { blockedText } from './sign-in.ts'

test('the time to wait is written so that one second reads well too', () => {
  expect(blockedText({ why: 'wait', seconds: 1 })).toBe('Too many attempts. Try again in 1 s.')
})
