import * as z from 'zod/mini'
import { bundleProblems } from '#features/software/bundles/contract.ts'
import { groupProblems } from '#features/software/distribution-groups/contract.ts'
import { releaseProblems } from '#features/software/releases/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  manageRollouts,
  newOverride,
  newRollout,
  overrideRollouts,
  Rollout,
  RolloutDetail,
  readRollouts,
  rolloutProblems,
  rolloutStates,
  stopOrder,
} from './contract/rollout.ts'

export {
  type BundleObstacle,
  type Gates,
  manageRollouts,
  overrideRollouts,
  type Rollout,
  type RolloutAccountState,
  type RolloutCheck,
  type RolloutDetail,
  type RolloutRing,
  readRollouts,
  rolloutProblems,
} from './contract/rollout.ts'
export {
  checkOverridden,
  ringDone,
  ringHeld,
  ringSoaking,
  ringStarted,
  rolloutChanged,
  rolloutCreated,
  rolloutDone,
  rolloutStopped,
} from './contract/rollout-events.ts'

const url = '/api/rollouts'
const tag = 'Rollouts'
const params = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const noRollout = rolloutProblems['rollout-not-found']
const endedRollout = rolloutProblems['rollout-not-running']

export const listRollouts = endpoint({
  tag,
  guard: readRollouts,
  name: 'listRollouts',
  method: 'GET',
  url,
  summary: 'List rollouts, newest first',
  query: listQuery(
    ['created'],
    {
      state: z.optional(z.array(z.enum(rolloutStates))),
      bundleId: z.optional(z.string().check(z.regex(/^\d{1,15}$/))),
    },
    { maximum: 100, usual: 20 },
  ),
  reply: halList('rollouts', Rollout),
  problems: [],
})
export const startRollout = endpoint({
  tag,
  guard: manageRollouts,
  name: 'startRollout',
  method: 'POST',
  url,
  status: 201,
  summary: 'Release a bundle to distribution groups, one after the other',
  body: newRollout,
  reply: RolloutDetail,
  problems: [
    bundleProblems['bundle-not-found'],
    bundleProblems['bundle-on-hold'],
    bundleProblems['bundle-end-of-life'],
    releaseProblems['release-bundle-empty'],
    releaseProblems['release-component-not-in-storage'],
    groupProblems['distribution-group-not-found'],
    rolloutProblems['rollout-running'],
  ],
})
export const readRollout = endpoint({
  tag,
  guard: readRollouts,
  name: 'readRollout',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a rollout with its accounts, checks and decisions',
  params,
  reply: RolloutDetail,
  problems: [noRollout],
})
export const overrideCheck = endpoint({
  tag,
  guard: overrideRollouts,
  name: 'overrideCheck',
  method: 'POST',
  url: `${url}/{id}/override`,
  summary: 'Override a check of the current ring, with a reason',
  params,
  body: newOverride,
  reply: RolloutDetail,
  problems: [
    noRollout,
    endedRollout,
    rolloutProblems['rollout-check-not-holding'],
    rolloutProblems['rollout-self-override-forbidden'],
  ],
})
export const stopRollout = endpoint({
  tag,
  guard: manageRollouts,
  name: 'stopRollout',
  method: 'POST',
  url: `${url}/{id}/stop`,
  summary: 'Stop a rollout; releases that nobody approved yet are rejected',
  params,
  body: stopOrder,
  reply: RolloutDetail,
  problems: [noRollout, endedRollout],
})
