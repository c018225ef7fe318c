export { type MachineAccess, machineAccess } from './machine-access.ts'
