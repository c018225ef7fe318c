import { Counter, Registry } from 'prom-client'

/** Figures of requests for `/metrics`. */
export const requestRegistry = new Registry()

/** Requests that the client broke off before they were answered. */
export const abortedRequests = new Counter({
  name: 'headend_requests_aborted_total',
  help: 'Requests that the client broke off before they were answered',
  registers: [requestRegistry],
})
