export { analyticsPlansApi } from './analytics-plans-api.ts'
