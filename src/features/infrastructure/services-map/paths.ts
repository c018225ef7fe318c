import { pagePath } from '#kit/contract/page-path.ts'

/** The services by version and account. */
export const servicesMapPath = pagePath('/infrastructure/services')
