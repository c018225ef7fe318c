import type { TrackerSystem } from '#features/support/tracker/server/index.ts'
import { basicLogin, cloudEdition, jiraClient, jiraTracker, rndField } from '#integrations/jira-cloud/server/index.ts'
import { adapterTexts } from '../texts.ts'
import { deskShapes } from './desk-response-shapes.ts'
import { serviceDesk } from './service-desk.ts'

/** Jira Service Management: requests, with public replies and internal notes; the rest over Jira on the same site. */
export const jiraServiceManagement: TrackerSystem = {
  port: 'jsm',
  system: 'jsm',
  name: 'Jira Service Management',
  fields: [
    { name: 'requestType', label: adapterTexts.requestType, type: 'text', help: adapterTexts.requestTypeHelp },
    rndField,
  ],
  tokenOnly: false,
  open(connection) {
    const client = jiraClient(connection, basicLogin(connection.settings), { shapes: deskShapes })
    const edition = cloudEdition(client, connection, { isServiceDesk: true })
    return serviceDesk(client, { edition, tracker: jiraTracker(client, edition), settings: connection.settings })
  },
}
