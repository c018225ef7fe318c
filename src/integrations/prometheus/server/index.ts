export { prometheusMetrics } from './prometheus-metrics.ts'
