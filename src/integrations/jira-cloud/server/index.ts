import type { TrackerSystem } from '#features/support/tracker/server/index.ts'
import { basicLogin, cloudEdition } from './cloud-edition.ts'
import { jiraClient } from './jira-client.ts'
import { jiraFields } from './jira-fields.ts'
import { jiraTracker } from './jira-tracker.ts'

export { adfToMarkdown } from './adf/adf-to-markdown.ts'
export { basicLogin, cloudEdition } from './cloud-edition.ts'
export { type JiraClient, jiraClient } from './jira-client.ts'
export type { JiraEdition } from './jira-edition.ts'
export { jiraFields, rndField, rndProjectOf } from './jira-fields.ts'
export { jiraShapes } from './jira-response-shapes.ts'
export type { JiraIssue } from './jira-shapes.ts'
export { jiraTracker } from './jira-tracker.ts'
export { unlessGone } from './unless-gone.ts'

/** Jira Cloud, by its REST API 3 with the token of one user. */
export const jiraCloud: TrackerSystem = {
  port: 'jira',
  system: 'jira',
  name: 'Jira',
  fields: jiraFields,
  tokenOnly: false,
  open(connection) {
    const client = jiraClient(connection, basicLogin(connection.settings))
    return jiraTracker(client, cloudEdition(client, connection, { isServiceDesk: false }))
  },
}
