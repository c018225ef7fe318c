import * as z from 'zod/mini'
import { jiraShapes } from '#integrations/jira-cloud/server/index.ts'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const text = z.nullish(z.string())
const isLastPage = z.nullish(z.boolean())

/** What is read of the responses of a service desk, and of Jira behind it. */
export const deskShapes: readonly ResponseShape[] = [
  {
    method: 'GET',
    path: /\/servicedeskapi\/servicedesk$/,
    body: z.object({ values: z.nullish(z.array(z.object({ id: text, projectKey: text }))), isLastPage }),
  },
  {
    method: 'GET',
    path: /\/servicedesk\/[^/]+\/requesttype$/,
    body: z.object({ values: z.nullish(z.array(z.object({ id: text, name: text }))), isLastPage }),
  },
  {
    method: 'POST',
    path: /\/servicedeskapi\/request$/,
    body: z.object({ issueId: z.string(), issueKey: z.string() }),
  },
  {
    method: 'GET',
    path: /\/request\/[^/]+\/participant$/,
    body: z.object({
      values: z.nullish(z.array(z.object({ accountId: text, displayName: text, emailAddress: text }))),
      isLastPage,
    }),
  },
  {
    method: 'GET',
    path: /\/servicedeskapi\/request\/[^/]+\/comment$/,
    body: z.object({ values: z.nullish(z.array(z.object({ id: text }))), isLastPage }),
  },
  ...jiraShapes,
]
