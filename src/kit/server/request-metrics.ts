import { Counter, Registry } from 'prom-client'

/** Request metrics for `/metrics`. */
export const requestRegistry = new Registry()

/** Requests that the client aborted before the response. */
export const abortedRequests = new Counter({
  name: 'headend_requests_aborted_total',
  help: 'Requests that the client broke off before their response',
  registers: [requestRegistry],
})

/** Requests that were rejected because an account has used up a quota: `storage`, `users`, `deployments`,
 * `downloads`, `api`. */
export const quotaRejections = new Counter({
  name: 'headend_quota_rejections_total',
  help: 'Requests that were rejected because an account has used up a quota',
  labelNames: ['quota'],
  registers: [requestRegistry],
})
