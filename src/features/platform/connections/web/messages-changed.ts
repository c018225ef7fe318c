import { listAudit } from '#features/platform/audit/contract.ts'
import { listConnectionMessages, listConnections, readConnection } from '../contract.ts'

/** What is read again after messages of a connection were sent again or dropped. */
export const messagesChanged = [listConnectionMessages, readConnection, listConnections, listAudit]
