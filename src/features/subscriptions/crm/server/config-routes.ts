import { storeCrmId } from '#features/accounts/accounts/server/index.ts'
import { fromTo } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type CrmConfig,
  configureCrm,
  createCrmConfig,
  crmIdChanged,
  crmProblems,
  deleteCrmConfig,
  editCrmConfig,
  listCrmConfigs,
  readCrm,
  readCrmConfig,
} from '../contract.ts'
import { type CrmAccount, crmAccount, crmAccounts } from './crm-account.ts'
import { connectedSystem } from './crm-connection.ts'

/** CRM ids of accounts. */
export function serveCrmConfigs(portal: AppContext): void {
  const { db } = portal
  const configOf = async (account: CrmAccount) => configWith(await connectedSystem(db), account)

  serve(portal, listCrmConfigs, async (call) => {
    const [system, accounts] = await Promise.all([connectedSystem(db), crmAccounts(db, call.session, readCrm)])
    return halSinglePage(
      call,
      'configs',
      accounts.map((account) => configWith(system, account)),
    )
  })
  serve(portal, readCrmConfig, async ({ session, params }) =>
    replyWithEtag(await configOf(await crmAccount(db, session, { name: params.account, permission: readCrm }))),
  )
  registerCommand(portal, createCrmConfig, async (call) => {
    const account = await lockAccount(call, call.body.account)
    if (account.crmId !== null) throwProblem(crmProblems['crm-config-exists'], { account: account.displayName })
    return replyWithEtag(await configOf(await change(call, account, call.body.crmId)), 201)
  })
  registerCommand(portal, editCrmConfig, async (call) => {
    const account = await lockAccount(call, call.params.account)
    requireConfig(account)
    requireVersion(call, account.version)
    return replyWithEtag(await configOf(await change(call, account, call.body.crmId)))
  })
  registerCommand(portal, deleteCrmConfig, async (call) => {
    const account = await lockAccount(call, call.params.account)
    requireConfig(account)
    requireVersion(call, account.version)
    await change(call, account, null)
    return undefined
  })
}

function configWith(system: CrmConfig['system'], { name, displayName, crmId, version }: CrmAccount): CrmConfig {
  if (crmId === null) throwProblem(crmProblems['crm-config-not-found'], { account: displayName })
  return { account: name, accountDisplayName: displayName, crmId, system, version }
}

function requireConfig({ crmId, displayName }: CrmAccount): void {
  if (crmId === null) throwProblem(crmProblems['crm-config-not-found'], { account: displayName })
}

type Command = Pick<CommandContext<unknown>, 'tx' | 'session' | 'record'>

function lockAccount({ tx, session }: Command, name: string): Promise<CrmAccount> {
  return crmAccount(tx, session, { name, permission: configureCrm, lock: true })
}

async function change({ tx, record }: Command, account: CrmAccount, crmId: string | null): Promise<CrmAccount> {
  if (crmId === account.crmId) return account
  await storeCrmId(tx, account.id, crmId)
  const changes = { crmId: fromTo(account.crmId, crmId) }
  await record(crmIdChanged, { account: account.id, subject: account.id, data: { changes } })
  return { ...account, crmId, version: account.version + 1 }
}

function replyWithEtag(config: CrmConfig, status = 200) {
  return respond(config, { status, headers: { etag: etagOf(config.version) } })
}
