export { oktaDirectory } from './okta-directory.ts'
export { oktaHooks } from './okta-hooks.ts'
