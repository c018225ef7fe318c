export { analyticsApi } from './analytics-api.ts'
