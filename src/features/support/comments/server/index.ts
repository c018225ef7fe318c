import type { Feature } from '#kit/server/portal.ts'
import { serveComments } from './routes.ts'

/** Comments of cases: the conversation with the customer, and internal ones. */
export const caseCommentsFeature: Feature = { name: 'case-comments', serve: serveComments }
