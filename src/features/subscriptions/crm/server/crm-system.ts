import type { Adapter, OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { CrmRecord } from '../contract.ts'

/** An outside CRM that the portal is connected to. Failures are an `IntegrationError`. */
export type Crm = {
  /** Makes a call that needs address and login, and changes nothing. */
  check(): Promise<void>
  /** Reads the account of that id with its owner, its newest contract, and its opportunities. */
  read(crmId: string): Promise<CrmRecord>
}

/** A CRM that can be connected, and the fields of its settings. */
export type CrmSystem = Pick<Adapter, 'system' | 'name' | 'fields'> & { open(connection: OpenedConnection): Crm }
