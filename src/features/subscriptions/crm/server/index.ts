import { accountEvents } from '#features/accounts/accounts/contract.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { on } from '#kit/server/events/event-handler.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Feature } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type CrmData,
  configureCrm,
  crmProblems,
  crmRecordEdited,
  editCrmData,
  readCrm,
  readCrmData,
} from '../contract.ts'
import { serveCrmConfigs } from './config-routes.ts'
import { crmAccount } from './crm-account.ts'
import { connectedSystem } from './crm-connection.ts'
import { crmDataReader } from './crm-data.ts'
import { eraseCrmData, storedRecord, storeRecord } from './crm-store.ts'
import { proposedCsmOf } from './proposed-csm.ts'

export { crmAdapter } from './crm-connection.ts'
export type { CrmSystem } from './crm-system.ts'
export { makeDemoCrmRecords } from './demo-records.ts'

/** What the CRM has about accounts: an outside one where it is connected, else records in the portal. */
export const crmFeature: Feature = {
  name: 'crm',
  serve(portal) {
    const readData = crmDataReader(portal)
    serveCrmConfigs(portal)
    serve(portal, readCrmData, async ({ session, params }) =>
      replyWithEtag(
        await readData(await crmAccount(portal.db, session, { name: params.account, permission: readCrm })),
      ),
    )
    registerCommand(portal, editCrmData, async (call) => {
      const { tx, session, params, body } = call
      const account = await crmAccount(tx, session, { name: params.account, permission: configureCrm, lock: true })
      if ((await connectedSystem(portal.db)) !== 'embedded') throwProblem(crmProblems['crm-read-only'])
      const storedCrmRecord = await storedRecord(tx, account.id)
      requireVersion(call, storedCrmRecord?.version ?? 0)
      const changes = changesOf(storedCrmRecord?.record ?? {}, body)
      if (Object.keys(changes).length > 0) {
        await storeRecord(tx, account.id, body)
        await call.record(crmRecordEdited, { account: account.id, subject: account.id, data: { changes } })
      }
      const { record, asOf, version } = (await storedRecord(tx, account.id))!
      const { name, crmId } = account
      const proposedCsm = await proposedCsmOf(tx, account.id, record)
      const crmFields = { record, asOf, failure: null, proposedCsm, reading: false, version }
      return replyWithEtag({ account: name, crmId, system: 'embedded', ...crmFields })
    })
  },
  eventHandlers: () => [on(accountEvents.erased, 'crm.erase', ({ accountId }, tx) => eraseCrmData(tx, accountId!))],
}

/** Only a record of the portal has a version: what is read from outside changes without one. */
function replyWithEtag(data: CrmData) {
  return respond(data, data.system === 'embedded' ? { headers: { etag: etagOf(data.version) } } : {})
}
