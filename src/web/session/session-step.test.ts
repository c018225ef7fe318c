import { expect, test } from 'vitest'
import { sessionStep } from './session-step.ts'

const session = { endsAt: 3_600_000, refreshCount: 0, refreshLimit: 8 }

test('waits until 300 seconds remain, then renews', () => {
  expect(sessionStep(session, 0)).toEqual({ kind: 'wait', milliseconds: 3_300_000 })
  expect(sessionStep(session, 3_300_000)).toEqual({ kind: 'refresh' })
})

test('prompts once it was renewed as often as it may be, and ends at its end', () => {
  expect(sessionStep({ ...session, refreshCount: 8 }, 3_300_000)).toEqual({ kind: 'ask' })
  expect(sessionStep({ ...session, refreshCount: 8 }, 3_600_000)).toEqual({ kind: 'end' })
})

test('a session that begins with less than 300 seconds is handled at once', () => {
  expect(sessionStep({ ...session, endsAt: 200_000 }, 0)).toEqual({ kind: 'refresh' })
})
