import { pagePath } from '#kit/contract/page-path.ts'

/** The search of components. */
export const sbomSearchPath = pagePath('/software/sbom', ['q'])
