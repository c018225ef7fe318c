import { pagePath } from '#kit/contract/page-path.ts'

/** The access to the registry. */
export const registryPath = pagePath('/$account/$accountId/software/registry')
