import { type Adapter, putConnection } from '#features/platform/connections/server/index.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { accountFor } from '#features/support/case-access/server/index.ts'
import { configureTracker, switchService } from '#features/support/rnd-projects/contract.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import {
  configureJira,
  configureServiceDesk,
  listServiceDesks,
  listTrackerPlugins,
  switchTracker,
  type TrackerConfig,
  type TrackerPlugin,
  type TrackerSystemName,
  type TrackerTarget,
  trackerConfigured,
  trackerSwitched,
} from '../contract.ts'
import { findTrackerConfigs, findTrackerPlugins, lockTarget, storeTarget, type TrackedAccount } from './config-store.ts'
import { projectOf, storeProject } from './project-store.ts'

type Command = Pick<CommandContext<typeof configureJira>, 'tx' | 'session' | 'record' | 'request' | 'query' | 'body'>

/** Which tracker the cases of an account are kept in step with, and its settings. */
export function serveTrackerConfigs(portal: AppContext, adapters: readonly Adapter[]): void {
  const { db } = portal

  serve(portal, listTrackerPlugins, async (call) =>
    halSinglePage(call, 'configs', await findTrackerPlugins(db, await accountsOf(call.session, call.query.account))),
  )
  serve(portal, listServiceDesks, async (call) =>
    halSinglePage(
      call,
      'configs',
      await findTrackerConfigs(db, await accountsOf(call.session, call.query.account), 'jsm'),
    ),
  )
  registerCommand(portal, configureJira, (call) =>
    configure(call, call.body.edition === 'data-center' ? 'jira-data-center' : call.body.edition && 'jira', 'jira'),
  )
  registerCommand(portal, configureServiceDesk, (call) => configure(call, 'jsm', 'jsm'))
  registerCommand(portal, switchTracker, async (call) => {
    const { tx, session, params } = call
    const { accountId } = await accountFor(tx, session, switchService, params.account)
    const account = await lockTarget(tx, accountId)
    requireVersion(call, account.version)
    await switchTo(call, account, params.target)
    const [plugin] = await findTrackerPlugins(tx, [accountId])
    return replyWithEtag(plugin!)
  })

  async function accountsOf(session: Session, name: string | undefined): Promise<'all' | readonly number[]> {
    if (name === undefined) return visibleAccounts(session, seeInternal)
    return [(await accountFor(db, session, seeInternal, name)).accountId]
  }

  /** `system` is the adapter that was chosen; undefined keeps the one that there is. */
  async function configure(call: Command, system: string | undefined, port: TrackerSystemName) {
    const { tx, session, body } = call
    const { accountId } = await accountFor(tx, session, configureTracker, call.query.account)
    const account = await lockTarget(tx, accountId)
    requireVersion(call, account.version)
    const connection = `${port}:${account.name}`
    const before = await projectOf(tx, connection)
    await storeProject(tx, { accountId, system: port, userId: session.userId }, body)
    const after = await projectOf(tx, connection)
    const { url, username, secret } = body
    const settingEntries = Object.entries({ url, username, secret }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    )
    if (settingEntries.length > 0) {
      const row = await tx.selectFrom('connections').select('system').where('id', '=', connection).executeTakeFirst()
      const wantedTarget = system ?? row?.system ?? port
      const adapter = adapters.find((one) => one.port === port && one.system === wantedTarget)
      if (adapter) await putConnection(portal, call, { adapter, account, settings: Object.fromEntries(settingEntries) })
    }
    if (body.targetSystem) await switchTo(call, account, body.targetSystem)
    await storeTarget(tx, accountId, body.targetSystem ?? account.target)
    const { readUntil: _, configuredBy: __, ...settings } = after!
    await call.record(trackerConfigured, {
      account: accountId,
      subject: connection,
      data: { changes: changesOf(before ?? {}, settings) },
    })
    const [config] = await findTrackerConfigs(tx, [accountId], port)
    return replyWithEtag(config!)
  }

  async function switchTo(
    { tx, record }: Pick<Command, 'tx' | 'record'>,
    { id, name, target }: TrackedAccount,
    wantedTarget: TrackerTarget,
  ): Promise<void> {
    if (wantedTarget === target) return
    await storeTarget(tx, id, wantedTarget)
    await record(trackerSwitched, { account: id, subject: name, data: { changes: { target: [target, wantedTarget] } } })
  }
}

function replyWithEtag<Body extends TrackerConfig | TrackerPlugin>(body: Body) {
  return respond(body, { headers: { etag: etagOf(body.version) } })
}
