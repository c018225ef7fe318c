import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` shows about calls to outside systems. */
export const vendorRegistry = new Registry()
const registers = [vendorRegistry]

/** Calls by system and result (`ok`, or the fault). */
export const vendorCalls = new Counter({
  name: 'headend_integration_calls_total',
  help: 'Calls to outside systems',
  labelNames: ['system', 'result'],
  registers,
})
/** The duration of each. */
export const vendorSeconds = new Histogram({
  name: 'headend_integration_call_seconds',
  help: 'Time of calls to outside systems',
  labelNames: ['system'],
  registers,
})
/** 1 while a system is not called because it failed too often. */
export const vendorOpen = new Gauge({
  name: 'headend_integration_circuit_open',
  help: 'Outside systems that are left alone because they failed too often',
  labelNames: ['system'],
  registers,
})
