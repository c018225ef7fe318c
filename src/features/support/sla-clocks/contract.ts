export { type ClockKind, type SlaPlan, slaPlanNamed, slaPlans } from './contract/clock-enums.ts'
export {
  editSlaClocks,
  editSlaHours,
  editSlaTarget,
  listSlaTargets,
  readSlaHours,
  type SlaHours,
  type SlaTarget,
  slaClockProblems,
  targetPriorities,
} from './contract/sla-clock.ts'
export { clockBreached, clockWarned, slaHoursEdited, slaTargetEdited } from './contract/sla-clock-events.ts'
