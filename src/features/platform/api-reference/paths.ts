import { pagePath } from '#kit/contract/page-path.ts'

/** The reference of the API. */
export const apiReferencePath = pagePath('/api/docs')
