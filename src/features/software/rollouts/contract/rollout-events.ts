import * as z from 'zod/mini'
import { defineEvent } from '#kit/contract/event.ts'
import { topic } from '#kit/contract/topic.ts'
import { overridableChecks, readRollouts, rolloutChecks } from './rollout.ts'

export const rolloutCreated = defineEvent('rollout.created', {
  audience: 'vendor',
  text: 'started the rollout {subject}',
  data: { what: z.string(), accounts: z.int() },
})
/** `data.ring`, `data.group`, `data.accounts`: how many releases were created. */
export const ringStarted = defineEvent('rollout.ring-started', {
  audience: 'vendor',
  text: 'began a ring of the rollout {subject}',
  data: { what: z.string(), ring: z.int(), group: z.string(), accounts: z.int() },
})
/** All releases of the ring are delivered, rejected or deleted. */
export const ringSoaking = defineEvent('rollout.ring-soaking', {
  audience: 'vendor',
  text: 'delivered a ring of the rollout {subject}',
  data: { what: z.string(), ring: z.int(), group: z.string() },
})
/** `data.checks`: the checks that failed. Recorded when they change. */
export const ringHeld = defineEvent('rollout.ring-held', {
  audience: 'vendor',
  text: 'held a ring of the rollout {subject}',
  data: {
    what: z.string(),
    ring: z.int(),
    group: z.string(),
    checks: z.array(z.enum(rolloutChecks)),
  },
})
export const ringDone = defineEvent('rollout.ring-done', {
  audience: 'vendor',
  text: 'ended a ring of the rollout {subject}',
  data: { what: z.string(), ring: z.int(), group: z.string() },
})
/** `data.checks`: the one check; `data.reason`. */
export const checkOverridden = defineEvent('rollout.check-overridden', {
  audience: 'vendor',
  text: 'overrode a check of the rollout {subject}',
  data: {
    what: z.string(),
    ring: z.int(),
    group: z.string(),
    checks: z.array(z.enum(overridableChecks)),
    reason: z.string(),
  },
})
export const rolloutStopped = defineEvent('rollout.stopped', {
  audience: 'vendor',
  text: 'stopped the rollout {subject}',
  data: { what: z.string(), accounts: z.int(), reason: z.string() },
})
export const rolloutDone = defineEvent('rollout.done', {
  audience: 'vendor',
  text: 'ended the rollout {subject}',
  data: { what: z.string() },
})

/** Events of rollouts; pages refetch. */
export const rolloutChanged = topic({
  destination: '/topic/rollouts',
  summary: 'A rollout was started, went on, was held or ended',
  guard: readRollouts,
  message: z.object({ id: z.string(), event: z.string() }),
})
