import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { CrmData } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import type { CrmAccount } from './crm-account.ts'
import { connectedSystem, openCrm } from './crm-connection.ts'
import { type CrmCopy, crmCopy, storeCopy, storedRecord } from './crm-store.ts'
import { proposedCsmOf } from './proposed-csm.ts'

/** What was read from an outside CRM is shown for this long; a failed attempt is repeated sooner. */
const FRESH_SECONDS = { read: 15 * 60, failed: 60 }

/**
 * Reads the data of accounts: of the portal, or what was last read from the connected CRM. Where that is old it is read
 * again in the background, once at a time for each account: no user waits for the CRM.
 */
export function crmDataReader(portal: AppContext) {
  const { db, log } = portal
  const running = new Set<string>()

  async function readAgain(accountId: number, crmId: string): Promise<void> {
    // Another request may have read it since this one found it old.
    const copy = await crmCopy(db, accountId)
    if (copy?.crmId === crmId && isFresh(copy)) return
    const read = await openCrm(portal)
      .then((crm) => crm.read(crmId))
      .then(
        (record) => ({ record }),
        (failure: unknown) => {
          if (failure instanceof IntegrationError) return { failure: failure.message }
          log.error({ err: failure }, 'the data of an account could not be read from the CRM')
          return { failure: pageTexts.unreadable }
        },
      )
    await storeCopy(db, { accountId, crmId, read })
  }

  function startReading(accountId: number, crmId: string): void {
    const key = `${accountId} ${crmId}`
    if (running.has(key)) return
    running.add(key)
    void readAgain(accountId, crmId)
      .catch((failure: unknown) => log.error({ err: failure }, 'the data of the CRM was not stored'))
      .finally(() => running.delete(key))
  }

  return async function readCrmData({ id, name, crmId }: CrmAccount): Promise<CrmData> {
    const system = await connectedSystem(db)
    if (system === 'embedded') {
      const storedCrmRecord = await storedRecord(db, id)
      const { record = null, asOf = null, version = 0 } = storedCrmRecord ?? {}
      const proposedCsm = await proposedCsmOf(db, id, record)
      return { account: name, crmId, system, record, asOf, failure: null, proposedCsm, reading: false, version }
    }
    const dataOfAccount = { account: name, crmId, system, proposedCsm: null, version: 0 }
    if (crmId === null) return { ...dataOfAccount, record: null, asOf: null, failure: pageTexts.noId, reading: false }
    const copy = await crmCopy(db, id)
    const currentCopy = copy?.crmId === crmId ? copy : undefined
    const isCurrent = currentCopy !== undefined && isFresh(currentCopy)
    if (!isCurrent) startReading(id, crmId)
    const { record = null, asOf = null, failure = null } = currentCopy ?? {}
    return {
      ...dataOfAccount,
      record,
      asOf,
      failure,
      proposedCsm: await proposedCsmOf(db, id, record),
      reading: !isCurrent,
    }
  }
}

function isFresh({ age, failure }: CrmCopy): boolean {
  return age < FRESH_SECONDS[failure === null ? 'read' : 'failed']
}
