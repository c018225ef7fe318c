import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { readRollouts } from './rollout.ts'

export const rolloutCreated = defineEvent('rollout.created', 'vendor')
/** `data.ring`, `data.group`, `data.accounts`: how many releases were created. */
export const ringStarted = defineEvent('rollout.ring-started', 'vendor')
/** All releases of the ring are delivered, rejected or deleted. */
export const ringSoaking = defineEvent('rollout.ring-soaking', 'vendor')
/** `data.checks`: the checks that failed. Recorded when they change. */
export const ringHeld = defineEvent('rollout.ring-held', 'vendor')
export const ringDone = defineEvent('rollout.ring-done', 'vendor')
/** `data.checks`: the one check; `data.reason`. */
export const checkOverridden = defineEvent('rollout.check-overridden', 'vendor')
export const rolloutStopped = defineEvent('rollout.stopped', 'vendor')
export const rolloutDone = defineEvent('rollout.done', 'vendor')

/** Events of rollouts; pages refetch. */
export const rolloutChanged = topic({
  destination: '/topic/rollouts',
  summary: 'A rollout was started, went on, was held or ended',
  guard: readRollouts,
  message: z.object({ id: z.string(), event: z.string() }),
})
