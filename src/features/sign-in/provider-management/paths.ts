import { pagePath } from '#kit/contract/page-path.ts'

/** The identity providers. */
export const providersPath = pagePath('/admin/sso')
