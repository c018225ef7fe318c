import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const text = z.nullish(z.string())
const user = z.nullish(z.object({ displayName: text, emailAddress: text, accountType: text }))
const account = z.object({ accountId: text, name: text, displayName: text, emailAddress: text })
const status = z.nullish(z.object({ name: text, statusCategory: z.nullish(z.object({ key: text })) }))
const nameShape = z.nullish(z.object({ name: text }))
const ref = z.nullish(z.object({ id: text, key: text }))
const createdIssue = z.object({ id: z.string(), key: z.string() })
const comment = z.object({
  id: z.string(),
  author: user,
  created: text,
  visibility: z.nullish(z.object({ value: text })),
  jsdPublic: z.nullish(z.boolean()),
  properties: z.nullish(z.array(z.object({ key: text }))),
})
const issue = z.object({
  ...createdIssue.shape,
  fields: z.optional(
    z.object({
      summary: text,
      status,
      priority: nameShape,
      issuetype: nameShape,
      labels: z.nullish(z.array(z.string())),
      reporter: user,
      created: text,
      updated: text,
      attachment: z.nullish(z.array(z.object({ id: text, filename: text, size: z.nullish(z.number()), author: user }))),
      security: nameShape,
      issuelinks: z.nullish(z.array(z.object({ id: text, type: nameShape, inwardIssue: ref, outwardIssue: ref }))),
    }),
  ),
})
const issueType = z.object({ name: text, subtask: z.nullish(z.boolean()) })
const total = z.nullish(z.number())

/** What is read of the responses of Jira, in both editions. */
export const jiraShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/rest\/api\/\d\/issue\/[^/]+$/, body: issue },
  { method: 'POST', path: /\/rest\/api\/\d\/issue$/, body: createdIssue },
  { method: 'GET', path: /\/issue\/[^/]+\/comment$/, body: z.object({ comments: z.nullish(z.array(comment)), total }) },
  { method: 'POST', path: /\/issue\/[^/]+\/comment$/, body: z.object({ id: z.string() }) },
  {
    method: 'GET',
    path: /\/issue\/[^/]+\/transitions$/,
    body: z.object({ transitions: z.nullish(z.array(z.object({ id: text, to: status }))) }),
  },
  {
    method: 'POST',
    path: /\/search(\/jql)?$/,
    body: z.object({ issues: z.nullish(z.array(issue)), nextPageToken: text, total }),
  },
  { method: 'POST', path: /\/search\/approximate-count$/, body: z.object({ count: total }) },
  {
    method: 'GET',
    path: /\/project\/[^/]+\/statuses$/,
    body: z.array(z.object({ statuses: z.nullish(z.array(z.object({ name: text }))) })),
  },
  {
    method: 'GET',
    path: /\/createmeta\/[^/]+\/issuetypes$/,
    body: z.object({ issueTypes: z.nullish(z.array(issueType)), values: z.nullish(z.array(issueType)) }),
  },
  {
    method: 'GET',
    path: /\/rest\/api\/3\/(project|priority)\/search$/,
    body: z.object({ values: z.nullish(z.array(z.object({ key: text, name: text }))), isLast: z.nullish(z.boolean()) }),
  },
  {
    method: 'GET',
    path: /\/rest\/api\/2\/(project|priority)$/,
    body: z.array(z.object({ key: text, name: text })),
  },
  {
    method: 'GET',
    path: /\/rest\/api\/\d\/field$/,
    body: z.array(z.object({ id: text, name: text, schema: z.nullish(z.object({ type: text })) })),
  },
  {
    method: 'GET',
    path: /\/issue\/[^/]+\/watchers$/,
    body: z.object({ watchers: z.nullish(z.array(account)), watchCount: total }),
  },
  { method: 'GET', path: /\/rest\/api\/\d\/user\/search$/, body: z.array(account) },
  {
    method: 'POST',
    path: /\/issue\/[^/]+\/attachments$/,
    body: z.array(z.object({ id: z.string() })),
  },
]
