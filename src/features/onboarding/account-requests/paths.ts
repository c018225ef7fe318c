import { pagePath } from '#kit/contract/page-path.ts'

/** The requests for accounts. */
export const accountRequestsPath = pagePath('/admin/requests', ['id'])

/** A new request for an account. */
export const newAccountRequestPath = pagePath('/admin/requests/new', ['edit'])
