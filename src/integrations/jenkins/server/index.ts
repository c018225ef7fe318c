export { jenkins } from './jenkins.ts'
