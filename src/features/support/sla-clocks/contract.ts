export { type ClockKind, type SlaPlan, slaPlanNamed, slaPlans } from './contract/clock-enums.ts'
export {
  editSlaHours,
  editSlaTarget,
  listSlaTargets,
  readSlaHours,
  slaClockProblems,
} from './contract/sla-clock-calls.ts'
export { clockBreached, clockWarned, slaHoursEdited, slaTargetEdited } from './contract/sla-clock-events.ts'
export { editSlaClocks } from './contract/sla-clock-permissions.ts'
export { type SlaHours, type SlaTarget, targetPriorities } from './contract/sla-clock-shapes.ts'
