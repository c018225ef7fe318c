export {
  downloadSignedSlaMonth,
  downloadSlaSignature,
  listSignedSlaMonths,
  type SignedFormat,
  type SignedMonth,
  signedFormats,
} from './contract/signed-month-calls.ts'
export {
  disputeSlaLine,
  editSlaStat,
  listSlaPeriods,
  listSlaStats,
  readSla,
  readSlaStat,
  slaProblems,
} from './contract/sla.ts'
export { availabilityOf, type SlaViewName, slaFamilies, slaViews, summedFigure } from './contract/sla-arithmetic.ts'
export {
  slaLineDisputed,
  slaMonthClosed,
  slaMonthEdited,
  slaMonthRecounted,
  slaMonthSigned,
} from './contract/sla-events.ts'
export {
  exclusions,
  type SlaDispute,
  type SlaLine,
  type SlaPeriod,
  type SlaReceipt,
  type SlaStat,
} from './contract/sla-shapes.ts'
