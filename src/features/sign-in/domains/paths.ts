import { pagePath } from '#kit/contract/page-path.ts'

/** The e-mail domains of accounts. */
export const domainsPath = pagePath('/admin/domains', ['account'])
