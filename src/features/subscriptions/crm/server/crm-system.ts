import type { AppContext } from '#kit/server/portal.ts'
import type { CrmConfig, CrmRecord } from '../contract.ts'

/** An outside CRM that the portal is connected to. Failures are an `IntegrationError`. */
export type CrmSystem = {
  readonly system: CrmConfig['system']
  /** Reads the account of that id with its owner, its newest contract, and its opportunities. */
  read(crmId: string): Promise<CrmRecord>
}

/** Opens the outside CRM once for a process; null where none is connected: then records are kept in the portal. */
export type OpenCrm = (portal: AppContext) => CrmSystem | null
