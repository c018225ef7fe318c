export { addOutageCount, listOutageCounts, type OutageCount } from './contract/count-calls.ts'
export {
  addInternalOutageEntry,
  addOutageEntry,
  convertToOutage,
  editOutage,
  listInternalOutageEntries,
  listOutageEntries,
  listOutages,
  readOutage,
} from './contract/outage-calls.ts'
export {
  type OutageReason,
  outageReasonNames,
  outageReasons,
  plausible,
  reportable,
  updateEveryMinutes,
} from './contract/outage-enums.ts'
export {
  outageConverted,
  outageCounted,
  outageEdited,
  outageNoted,
  outageQueued,
  outageUpdated,
  outageUpdateMissed,
} from './contract/outage-events.ts'
export { outageProblems } from './contract/outage-problems.ts'
export type { InternalOutageEntry, Outage, OutageEntry } from './contract/outage-shapes.ts'
