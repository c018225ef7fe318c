import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type Bundle, bundleProblems } from '../contract.ts'
import { bundleJson } from './bundle-json.ts'
import { bundleSeen, seesEveryBundle } from './bundle-scope.ts'

/** The bundle as the session sees it; the ETag is its version. */
export async function bundlePage(
  db: Database | Tx,
  session: Session,
  id: string | number,
): Promise<HandlerResponse<Bundle>> {
  const staff = seesEveryBundle(session)
  const { rows } = /^\d{1,15}$/.test(String(id))
    ? await sql<{ bundle: Bundle }>`
        select ${bundleJson({ staff, history: true })} as bundle from bundles b where b.id = ${id} and ${bundleSeen(session)}`.execute(
        db,
      )
    : { rows: [] }
  const bundle = rows[0]?.bundle ?? throwProblem(bundleProblems['bundle-not-found'])
  // In a separate header: the figures change without the version.
  return respond(bundle, { headers: { etag: etagOf(bundle.version) } })
}
