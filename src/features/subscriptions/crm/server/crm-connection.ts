import { type Adapter, type Connector, openConnector } from '#features/platform/connections/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { CrmConfig } from '../contract.ts'
import type { Crm, CrmSystem } from './crm-system.ts'

const PORT = 'salesforce'
const CONNECTION = `${PORT}:shared`
const crmByConnector = new WeakMap<Connector, Crm>()

/** A CRM as a connection of all accounts. */
export function crmAdapter({ open, ...system }: CrmSystem): Adapter {
  return {
    ...system,
    port: PORT,
    shared: true,
    open(connection) {
      const crm = open(connection)
      const connector: Connector = { test: () => crm.check() }
      crmByConnector.set(connector, crm)
      return connector
    },
  }
}

/** The system that the data of accounts is read from: `embedded` while none is connected. */
export async function connectedSystem(db: Database): Promise<CrmConfig['system']> {
  const row = await db.selectFrom('connections').select('system').where('id', '=', CONNECTION).executeTakeFirst()
  return row ? 'salesforce' : 'embedded'
}

/** The connected CRM. */
export async function openCrm(portal: AppContext): Promise<Crm> {
  const crm = crmByConnector.get(await openConnector(portal, CONNECTION))
  if (!crm) throw new Error(`${CONNECTION} is no CRM`)
  return crm
}
