import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { CrmData } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import type { CrmAccount } from './crm-account.ts'
import { type CrmCopy, crmCopy, storeCopy, storedRecord } from './crm-store.ts'
import type { CrmSystem } from './crm-system.ts'

/** What was read from an outside CRM is shown for this long; a failed attempt is repeated sooner. */
const FRESH_SECONDS = { read: 15 * 60, failed: 60 }

/** Reads the data of accounts: of the portal, or of the outside CRM, of which one call at a time reads an account. */
export function crmDataReader({ db, log }: Pick<AppContext, 'db' | 'log'>, crm: CrmSystem | null) {
  const running = new Map<string, Promise<void>>()

  async function readAgain(system: CrmSystem, accountId: number, crmId: string): Promise<void> {
    const read = await system.read(crmId).then(
      (record) => ({ record }),
      (failure: unknown) => {
        if (failure instanceof IntegrationError) return { failure: failure.message }
        log.error({ err: failure }, 'the data of an account could not be read from the CRM')
        return { failure: en.unreadable }
      },
    )
    await storeCopy(db, { accountId, crmId, read })
  }

  return async function readCrmData({ id, name, crmId }: CrmAccount): Promise<CrmData> {
    if (!crm) {
      const stored = await storedRecord(db, id)
      const { record = null, asOf = null, version = 0 } = stored ?? {}
      return { account: name, crmId, system: 'embedded', record, asOf, failure: null, version }
    }
    const shown = { account: name, crmId, system: crm.system, version: 0 }
    if (crmId === null) return { ...shown, record: null, asOf: null, failure: en.noId }
    const held = await crmCopy(db, id)
    if (!isFresh(held, crmId)) {
      const key = `${id} ${crmId}`
      const started = running.get(key) ?? readAgain(crm, id, crmId).finally(() => running.delete(key))
      running.set(key, started)
      await started
    }
    const { record = null, asOf = null, failure = null } = (await crmCopy(db, id)) ?? {}
    return { ...shown, record, asOf, failure }
  }
}

function isFresh(held: CrmCopy | undefined, crmId: string): boolean {
  return held?.crmId === crmId && held.age < FRESH_SECONDS[held.failure === null ? 'read' : 'failed']
}
