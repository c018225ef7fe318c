import { comparePlans, listPlans, type Plan } from '#features/subscriptions/plans/contract.ts'
import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { CustomerPlanDetail, EffectiveService } from '../contract.ts'
import { useNextText, useTermsText } from '../texts.ts'
import { useValueText } from './use-value-text.ts'

/** A service that both plans have, with its value here and there in words. */
export type ComparedService = {
  readonly name: string
  readonly service: string
  readonly here: string
  readonly there: string
}

/** The plan after the account's in display order, and how its services differ; nothing for the last one. */
export function useNextPlan(
  found: CustomerPlanDetail,
): { plan: Plan; different: readonly ComparedService[]; same: readonly ComparedService[] } | undefined {
  const t = useTermsText()
  const textOf = useValueText()
  const may = useAllows(comparePlans)
  const plans = useQueryOf(listPlans, {}, { enabled: may }).data?._embedded.plans ?? []
  const plan = plans[plans.findIndex(({ id }) => id === found.plan?.id) + 1]
  if (!plan) return undefined
  const shown = (facet: EffectiveService['facet'], value: EffectiveService['effective']) =>
    textOf(facet, value) || t('services.none')
  const services = found.services.map(({ facet, effective }) => {
    const value = plan.services.find((one) => one.facet.name === facet.name)?.constraintValue ?? null
    return { name: facet.name, service: facet.subcategory, here: shown(facet, effective), there: shown(facet, value) }
  })
  return {
    plan,
    different: services.filter(({ here, there }) => here !== there),
    same: services.filter(({ here, there }) => here === there),
  }
}

/** The address of a new case that asks about a plan. */
export function useQuestion(found: CustomerPlanDetail): (plan: string | undefined) => string {
  const t = useTermsText()
  const tNext = useNextText()
  return (plan) => {
    const current = found.plan?.name ?? t('noPlan')
    const csm = found.csm?.fullName ?? tNext('csm')
    const question = {
      subject: plan ? tNext('subject', { plan }) : tNext('ownSubject', { plan: current }),
      description: plan ? tNext('text', { current, plan, csm }) : tNext('ownText', { current, csm }),
    }
    return accountNewCasePath(found, question)
  }
}
