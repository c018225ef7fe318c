import { sql } from 'kysely'
import { bundleSeen, readableBundle } from '#features/software/bundles/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  compareSboms,
  deleteSbom,
  listSbomComponents,
  listSbomLicenses,
  listSboms,
  readSbomCoverage,
  searchComponents,
} from '../contract.ts'
import { eachBundleComponent, eachLicense, findBundleComponents, findLicenses } from './bundle-components.ts'
import { componentColumns, differenceColumns, licenseColumns, matchColumns, matchRows } from './csv-columns.ts'
import { remove } from './sbom-commands.ts'
import { eachDifference, findDifferences } from './sbom-difference.ts'
import { findMatches } from './sbom-search.ts'
import { findSbomsOf } from './sbom-store.ts'

/** The SBOMs of one bundle, its components and their licenses. */
export function serveBundleSboms(portal: AppContext): void {
  const { db } = portal
  serve(portal, listSboms, async (call) => {
    const { page, size, sort } = call.query
    const bundle = await readableBundle(db, call.session, call.params.id)
    const { descending } = readSort(sort, { field: 'uploaded', descending: true })[0]!
    return halPage(call, 'sboms', await findSbomsOf(db, bundle.id, { page, size, descending }))
  })
  registerCommand(portal, deleteSbom, remove)
  serve(portal, listSbomComponents, async (call) => {
    const { id } = await readableBundle(db, call.session, call.params.id)
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'components.csv', componentColumns, eachBundleComponent(portal, id, call.query))
    return halPage(call, 'components', await findBundleComponents(db, id, call.query))
  })
  serve(portal, listSbomLicenses, async (call) => {
    const { id } = await readableBundle(db, call.session, call.params.id)
    const { page, size, sort } = call.query
    const { descending } = readSort(sort, { field: 'components', descending: true })[0]!
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'licenses.csv', licenseColumns, eachLicense(portal, id, descending))
    return halPage(call, 'licenses', await findLicenses(db, id, { page, size, descending }))
  })
}

/** What is found in, or compared between, several bundles. */
export function serveSearch(portal: AppContext): void {
  const { db } = portal
  serve(portal, searchComponents, async (call) => {
    const find = (page: object) => findMatches(db, call.session, { ...call.query, ...page })
    if (wantsCsv(call.request)) {
      const { understood: isUnderstood, rows } = await find({ page: 0, size: 10_000 })
      // A table without rows would say that no bundle has it.
      if (!isUnderstood) throwFieldProblem('q', 'does not name a component')
      return sendCsv(call.reply, 'sbom-search.csv', matchColumns, rows.flatMap(matchRows))
    }
    const { understood: isUnderstood, totals, versions, ...resultPage } = await find({})
    return { ...halPage(call, 'matches', resultPage), understood: isUnderstood, totals, versions }
  })
  serve(portal, readSbomCoverage, async ({ session }) => {
    const { rows } = await sql<{ bundles: number; withSbom: number; components: number }>`
      select (select count(*)::int from bundles b where ${bundleSeen(session)}) as bundles,
        count(distinct s.bundle_id)::int as "withSbom", coalesce(sum(s.component_count), 0)::int as components
      from sboms s join bundles b on b.id = s.bundle_id where ${bundleSeen(session)}`.execute(db)
    return rows[0]!
  })
  serve(portal, compareSboms, async (call) => {
    const { query, session, params } = call
    const [after, before] = await Promise.all([
      readableBundle(db, session, params.id),
      readableBundle(db, session, query.against),
    ])
    const comparison = { before: before.id, after: after.id, query }
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'sbom-difference.csv', differenceColumns, eachDifference(portal, comparison))
    const { totals, ...resultPage } = await findDifferences(db, comparison)
    return { ...halPage(call, 'differences', resultPage), totals }
  })
}
