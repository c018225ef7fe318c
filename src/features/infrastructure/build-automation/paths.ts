import { pagePath } from '#kit/contract/page-path.ts'

/** The builds of an account. */
export const buildsPath = pagePath('/$account/$accountId/infrastructure/build')
