import { sql } from 'kysely'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { CommandContext } from '#kit/server/serve/request-context.ts'
import { type BundleMove, bundleMoved, bundleMoves, bundleProblems, canTransitionBundle } from '../contract.ts'
import { bundlePage } from './bundle-page.ts'
import { lockedBundle } from './stored-bundle.ts'

/** The details of a transition: why, and whether downloads of delivered releases are blocked too. */
type Words = { readonly reason?: string | undefined; readonly withdrawDownloads?: boolean | undefined }

/** Puts a bundle on hold, releases the hold, or ends its life. */
export async function moveBundle(
  call: Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>,
  id: string,
  move: BundleMove,
  { reason, withdrawDownloads = false }: Words = {},
) {
  const { tx, session } = call
  const { id: bundleId, status } = await lockedBundle(tx, session, id)
  const { to } = bundleMoves[move]
  if (!canTransitionBundle(status, move))
    throwProblem(bundleProblems['bundle-transition-not-allowed'], { status, wanted: to })
  await sql`update bundles set status = ${to}, reason = ${reason ?? null}, downloads_withdrawn = ${withdrawDownloads},
    version = version + 1, updated_at = clock_timestamp() where id = ${bundleId}`.execute(tx)
  await call.record(bundleMoved, {
    subject: bundleId,
    data: { changes: { status: [status, to], ...(reason ? { reason: [null, reason] } : {}) }, withdrawDownloads },
  })
  return bundlePage(tx, session, bundleId)
}
