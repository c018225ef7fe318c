export { oktaDirectory } from './okta-directory.ts'
