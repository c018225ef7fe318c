export { convertedValue } from './contract/convert-value.ts'
export { createFacet, deleteFacet, editFacet, listFacets, previewConversion } from './contract/facet-calls.ts'
export { flawOf, savedValue } from './contract/facet-value.ts'
export {
  type ConvertedValue,
  comparePlans,
  createPlan,
  deletePlan,
  editPlan,
  facetName,
  givenValue,
  listPlans,
  MAX_CELLS,
  manageFacets,
  managePlans,
  Period,
  Plan,
  periodUnits,
  planProblems,
  pricings,
  Service,
  setPlanValues,
  stages,
  valueTypes,
} from './contract/plan.ts'
export { planEvents } from './contract/plan-events.ts'
