import { fillText } from '#kit/contract/problem.ts'
import { LINK_HOURS, type LinkLogLine } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import type { StoredLinkJob } from './link-store.ts'

const SYSTEM = 'Jenkins'

/** What happened in a job, in its order. */
export function logOf(job: StoredLinkJob): LinkLogLine[] {
  const { build, reason, ended: endedAt, state } = job
  const lines = [
    line(job.created, serverTexts.log.started, { name: job.createdBy.fullName, at: minuteOf(job.expires) }),
    line(build?.queued, serverTexts.log.buildQueued, { system: SYSTEM, item: build?.queueItem ?? '' }),
    line(build?.started, serverTexts.log.buildRunning, { system: SYSTEM, number: build?.number ?? '' }),
    build?.error
      ? line(build.ended, serverTexts.log.buildFailed, { system: SYSTEM, error: build.error }, true)
      : line(build?.ended, serverTexts.log.buildSucceeded, { system: SYSTEM, number: build?.number ?? '' }),
    line(job.exchanged, serverTexts.log.exchanged, { from: job.exchangedFrom ?? '' }),
    line(job.firstSamples, serverTexts.log.samples, { deployment: job.deployment.name }),
    state === 'DONE' && line(endedAt, serverTexts.log.done, {}),
    state === 'CANCELLED' && line(endedAt, serverTexts.log.cancelled, { name: job.endedBy ?? '' }),
    reason && line(endedAt, serverTexts.log[reason], { hours: LINK_HOURS }, true),
  ]
  const shownLines = lines.filter((one) => one !== null && one !== false)
  return shownLines.sort((a, b) => a.at.localeCompare(b.at))
}

function line(
  at: string | null | undefined,
  text: string,
  values: Record<string, string | number>,
  isProblem = false,
): LinkLogLine | null {
  return at ? { at, text: fillText(text, values), isProblem } : null
}

/** `2026-11-24 09:58` of a time in ISO 8601. */
export function minuteOf(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ')
}
