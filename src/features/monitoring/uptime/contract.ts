export { readAccountHealth } from './contract/health-call.ts'
export { DAY_MINUTES, readUptime, Uptime, UptimeCell } from './contract/uptime-call.ts'
export { readUptimes } from './contract/uptime-permissions.ts'
