import { isVendor } from '#features/access/roles/contract.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  createFacet,
  createPlan,
  deleteFacet,
  deletePlan,
  editFacet,
  editPlan,
  listFacets,
  listPlans,
  previewConversion,
  setPlanValues,
} from '../contract.ts'
import { addPlan, changePlan, removePlan } from './change-plan.ts'
import { addService, changeService, removeService } from './change-service.ts'
import { previewOfConversion } from './convert-values.ts'
import { findPlans, findServices } from './plan-store.ts'
import { setValues } from './set-plan-values.ts'

export { findPlans, findServices } from './plan-store.ts'

/** Services, plans, and the values of services in plans. */
export const plansFeature: Feature = { name: 'plans', serve: servePlans }

function servePlans(portal: AppContext): void {
  const { db } = portal
  serve(portal, listFacets, async (call) =>
    halSinglePage(call, 'facets', await findServices(db, { staff: isVendor(call.actor) })),
  )
  registerCommand(portal, createFacet, addService)
  registerCommand(portal, editFacet, changeService)
  serve(portal, previewConversion, async (call) => halSinglePage(call, 'values', await previewOfConversion(db, call)))
  registerCommand(portal, deleteFacet, removeService)
  serve(portal, listPlans, async (call) =>
    halSinglePage(call, 'plans', await findPlans(db, { staff: isVendor(call.actor) })),
  )
  registerCommand(portal, createPlan, addPlan)
  registerCommand(portal, editPlan, changePlan)
  registerCommand(portal, deletePlan, removePlan)
  registerCommand(portal, setPlanValues, setValues)
}
