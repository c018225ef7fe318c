import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { serverTexts } from '../texts.ts'
import type { BuildOwner } from './build-owner.ts'
import { appendLog, endBuild, findBuild, type StoredBuild, storeNumber } from './build-store.ts'
import type { BuildSystem } from './build-system.ts'
import { FOLLOW, followAt, followSoon } from './follow-soon.ts'
import { openBuildSystem } from './jenkins-connection.ts'

const AFTER_FAILURE_MS = 15_000

/** What one check of a build changes; `isOver` ends the checks. */
type BuildCheck = { readonly isOver: boolean; write?(tx: Tx): Promise<void> }

/** Checks a build until it has ended: no connection to the database is held while the build system is queried. */
export function followTask(portal: AppContext, systemName: string, { changed }: BuildOwner): Task {
  const { db } = portal
  return taskOf(FOLLOW, {
    calls: 'builds',
    async run({ build: id, polls }) {
      const build = await findBuild(db, id)
      if (!build || (build.state !== 'QUEUED' && build.state !== 'RUNNING')) return
      const checkResult = await look(portal, build, systemName).catch((failure: unknown) => failure)
      await inTransaction(db, async (tx) => {
        if (!isSeen(checkResult)) {
          if (!(checkResult instanceof IntegrationError)) throw checkResult
          if (checkResult.mayPass && !build.isOld) return followAt(tx, id, polls, AFTER_FAILURE_MS)
          await endBuild(tx, id, 'FAILED', checkResult.message)
          return changed(portal, tx, id)
        }
        if (!checkResult.isOver) await followSoon(tx, id, polls + 1)
        if (!checkResult.write) return
        await checkResult.write(tx)
        await changed(portal, tx, id)
      })
    },
  })
}

function isSeen(value: unknown): value is BuildCheck {
  return typeof value === 'object' && value !== null && 'isOver' in value
}

async function look(portal: AppContext, build: StoredBuild, system: string): Promise<BuildCheck> {
  const builds = await openBuildSystem(portal, build.account)
  if (build.isOld) return over(build, 'FAILED', serverTexts.tooLong)
  return build.number === null ? lookAtQueue(builds, build, system) : lookAtLog(builds, build, build.number)
}

async function lookAtQueue(builds: BuildSystem, build: StoredBuild, system: string): Promise<BuildCheck> {
  const queueItem = await builds.readQueueItem(build.queueItem!).catch((failure: unknown) => {
    if (failure instanceof IntegrationError && failure.fault === 'missing') return undefined
    throw failure
  })
  if (!queueItem) return over(build, 'FAILED', fillText(serverTexts.queueGone, { system }))
  if (queueItem.cancelled) return over(build, 'CANCELLED', fillText(serverTexts.cancelledInQueue, { system }))
  const { number, url } = queueItem
  return number === null
    ? { isOver: false }
    : { isOver: false, write: (tx) => storeNumber(tx, build.id, { number, url }) }
}

async function lookAtLog(builds: BuildSystem, build: StoredBuild, number: number): Promise<BuildCheck> {
  const { id, offset } = build
  const { text, next, result } = await builds.readLog(number, offset)
  const append = (tx: Tx) => appendLog(tx, id, { offset, next, text })
  if (result === null) return text === '' ? { isOver: false } : { isOver: false, write: append }
  const isGood = result === 'SUCCESS'
  const error = isGood ? null : fillText(serverTexts.ended, { number, result })
  return {
    isOver: true,
    async write(tx) {
      await append(tx)
      await endBuild(tx, id, isGood ? 'SUCCEEDED' : 'FAILED', error)
    },
  }
}

function over({ id }: StoredBuild, state: 'FAILED' | 'CANCELLED', error: string): BuildCheck {
  return { isOver: true, write: (tx) => endBuild(tx, id, state, error) }
}
