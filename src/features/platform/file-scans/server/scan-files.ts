import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { SCAN_FILES_TASK, scheduleScan } from '#kit/server/files/file-scans.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import {
  claimFile,
  clearScanQueue,
  deleteScanRecord,
  enqueueExistingFiles,
  type PendingFile,
  releaseClaim,
  renewClaim,
  saveScanResult,
} from '#kit/server/files/pending-scans.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { filePassed, fileQuarantined, fileUnscannable } from '../contract.ts'
import { type Scanner, ScannerUnavailableError, type ScanResult } from './scanner.ts'

/** What scanning files needs. */
export type ScanContext = {
  readonly portal: Pick<AppContext, 'db' | 'log'>
  readonly store: FileStore
  readonly scanner: Scanner
}

/** A file on which the scanner fails this often, although it responds, counts as unscannable. */
const MOST_TRIES = 5
/** The longest wait for an unavailable scanner, in seconds; it is tried sooner when a user requests a waiting file. */
const LONGEST_WAIT = 60
const BEAT_MS = 2_000

/**
 * Scans all due files, one after the other; two such tasks run at once. Safe to run again after a crash at any point.
 * While the scanner is unavailable files wait, and it is retried with growing delays.
 */
export function scanFilesTask(context: ScanContext): Task {
  const { db } = context.portal
  return taskOf(SCAN_FILES_TASK, {
    calls: 'scanner',
    cron: '* * * * *',
    async run({ times }) {
      for (let file = await claimFile(db); file; file = await claimFile(db)) {
        const away = await scanFile(context, file)
        if (away) return tryLater(context, (times ?? 0) + 1, away)
      }
    },
  })
}

/** Without a scanner no file waits for one. */
export function clearScanQueueTask({ db }: Pick<AppContext, 'db'>): Task {
  return taskOf(SCAN_FILES_TASK, { cron: '* * * * *', run: () => clearScanQueue(db) })
}

/** Files from before the scanner was set are scanned gradually. */
export function scanExistingFilesTask({ db }: Pick<AppContext, 'db'>): Task {
  return taskOf(defineJob('files.catch-up'), {
    cron: '*/5 * * * *',
    async run() {
      if (await enqueueExistingFiles(db)) await scheduleScan(db)
    },
  })
}

/** Scans one file and stores the verdict; returns the reason when the scanner is unavailable. */
async function scanFile(context: ScanContext, file: PendingFile): Promise<ScannerUnavailableError | undefined> {
  const { portal, store, scanner } = context
  if ((await store.sizeOf(file.digest)) === undefined) return void (await deleteScanRecord(portal.db, file))
  const beat = setInterval(() => void renewClaim(portal.db, file).catch(() => undefined), BEAT_MS)
  try {
    await settle(context, file, await scanner.look(() => store.read(file.digest)))
  } catch (failure) {
    if (failure instanceof ScannerUnavailableError && !(await isReachable(scanner))) {
      await releaseClaim(portal.db, file, { error: failure.message })
      return failure
    }
    await countFailure(context, file, failure)
  } finally {
    clearInterval(beat)
  }
}

/** It responds, so it broke off because of these bytes, or by chance. */
function isReachable(scanner: Scanner): Promise<boolean> {
  return scanner.describe().then(
    () => true,
    () => false,
  )
}

const kinds = { CLEAN: filePassed, QUARANTINED: fileQuarantined, UNSCANNABLE: fileUnscannable }
type ScanOutcome = { readonly verdict: ScanResult['verdict']; readonly words?: string }

/** For a file that was delivered all along, a clean result needs no event. */
async function settle({ portal }: ScanContext, file: PendingFile, { verdict, words }: ScanOutcome): Promise<void> {
  const { digest, state } = file
  await inTransaction(portal.db, async (tx) => {
    const isSettled = await saveScanResult(tx, file, { verdict, words: words ?? null })
    if (!isSettled || (state === 'EARLIER' && verdict === 'CLEAN')) return
    const data = words === undefined ? {} : { words }
    await recordEvent(tx, kinds[verdict], noUser, { subject: digest, data })
  })
}

async function countFailure(context: ScanContext, file: PendingFile, failure: unknown): Promise<void> {
  const { db, log } = context.portal
  const { digest, tries } = file
  log.warn({ err: failure, digest, tries: tries + 1 }, 'a file could not be scanned')
  if (tries + 1 >= MOST_TRIES) return settle(context, file, { verdict: 'UNSCANNABLE', words: 'failed' })
  const error = failure instanceof Error ? failure.message : String(failure)
  await releaseClaim(db, file, { error, again: { seconds: 2 ** tries } })
  await addJob(db, SCAN_FILES_TASK, {}, { key: `${SCAN_FILES_TASK.name} ${digest}`, runAt: inSeconds(2 ** tries) })
}

async function tryLater({ portal }: ScanContext, times: number, away: ScannerUnavailableError): Promise<void> {
  portal.log.warn({ times, why: away.message }, 'the scanner does not respond')
  const runAt = inSeconds(Math.min(2 ** times, LONGEST_WAIT))
  await addJob(portal.db, SCAN_FILES_TASK, { times }, { key: `${SCAN_FILES_TASK.name} again`, runAt })
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
