import { pagePath } from '#kit/contract/page-path.ts'

/** The bundles. */
export const bundlesPath = pagePath('/software/bundles', ['new'])

/** A bundle. */
export const bundlePath = pagePath('/software/bundles/$bundleId', ['tab'])
