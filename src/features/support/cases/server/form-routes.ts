import { readCases } from '#features/support/case-access/contract.ts'
import { accountFor, caseScope, findAddressable } from '#features/support/case-access/server/index.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { preparedRun } from '#kit/server/statement.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { findSimilarCases, listAddressees, listFieldOptions, listTrackerConfigs } from '../contract.ts'
import { resolveListScope } from './case-collection.ts'
import { deploymentOptions, labelOptions, productOptions, versionOptions } from './field-options.ts'
import { similarCases } from './similar-cases.ts'
import { findTrackerConfigs } from './tracker-configs.ts'

/** The choices of the form of a case: users, products, versions, similar cases. */
export function serveCaseForm(portal: AppContext): void {
  serve(portal, listAddressees, async (call) => {
    const at = await accountFor(portal.db, call.session, readCases, call.query.account)
    const { q, internal = false } = call.query
    const users = await findAddressable(portal.db, call.session, { ...at, internal }, q)
    const rows = users.map(({ id, username, fullName, vendor }) => ({ id: String(id), username, fullName, vendor }))
    return halPage(wholeList(call.request.url), 'addressees', {
      rows,
      total: { count: rows.length },
      lastUpdateTime: null,
    })
  })

  serve(portal, findSimilarCases, async (call) => {
    const { scope } = await resolveListScope(preparedRun(portal.pool), call.session, caseScope(call.session), [
      call.query.account,
    ])
    return { _embedded: { issues: await similarCases(portal.pool, scope, call.query.text) } }
  })

  serve(portal, listFieldOptions, async (call) => ({
    _embedded: { options: await optionsOf(portal, call.session, call.query) },
  }))

  serve(portal, listTrackerConfigs, async (call) => {
    const { account } = call.query
    const accounts = await accountsOf(portal, call.session, account)
    const rows = await findTrackerConfigs(portal.db, accounts)
    return halPage(wholeList(call.request.url), 'configs', {
      rows,
      total: { count: rows.length },
      lastUpdateTime: null,
    })
  })
}

type OptionQuery = {
  readonly field: 'product' | 'productVersion' | 'label' | 'deployment'
  readonly account?: string | undefined
  readonly product?: string | undefined
}

async function optionsOf(portal: AppContext, session: Session, { field, account, product }: OptionQuery) {
  const { scope } = await resolveListScope(
    preparedRun(portal.pool),
    session,
    caseScope(session),
    account ? [account] : undefined,
  )
  if (field === 'product') return productOptions()
  if (field === 'productVersion') return versionOptions(product)
  if (field === 'label') return labelOptions(portal.pool, scope)
  if (account === undefined) throwFieldProblem('account', 'is required for deployments')
  return deploymentOptions(portal.db, (await accountFor(portal.db, session, readCases, account)).accountId)
}

async function accountsOf(
  portal: AppContext,
  session: Session,
  account: string | undefined,
): Promise<'all' | readonly number[]> {
  if (account === undefined) return visibleAccounts(session, readCases)
  return [(await accountFor(portal.db, session, readCases, account)).accountId]
}

/** A list that is always returned as a whole. */
function wholeList(url: string) {
  return { query: { page: 0, size: 2000 }, request: { url } }
}
