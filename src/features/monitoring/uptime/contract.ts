export { readAccountHealth } from './contract/health-call.ts'
export { readUptime, Uptime, UptimeCell } from './contract/uptime-call.ts'
export { readUptimes } from './contract/uptime-permissions.ts'
export { uptimeProblems } from './contract/uptime-problems.ts'
