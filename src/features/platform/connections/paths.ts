import { pagePath } from '#kit/contract/page-path.ts'

/** The connections to outside systems. */
export const connectionsPath = pagePath('/admin/connections')

/** A connection. */
export const connectionPath = pagePath('/admin/connections/$connectionId')
