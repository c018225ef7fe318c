import { pagePath } from '#kit/contract/page-path.ts'

/** The cloud regions of an account. */
export const cloudRegionsPath = pagePath('/$account/$accountId/infrastructure/regions')
