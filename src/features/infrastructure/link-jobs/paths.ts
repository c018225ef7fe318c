import { pagePath } from '#kit/contract/page-path.ts'

/** The jobs that link an account. */
export const linkJobsPath = pagePath('/$account/$accountId/infrastructure/links')
