export { confluence } from './confluence.ts'
