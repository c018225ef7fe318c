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
  subscription: CustomerPlanDetail,
): { plan: Plan; different: readonly ComparedService[]; same: readonly ComparedService[] } | undefined {
  const t = useTermsText()
  const textOf = useValueText()
  const may = useAllows(comparePlans)
  const plans = useQueryOf(listPlans, {}, { enabled: may }).data?._embedded.plans ?? []
  const plan = plans[plans.findIndex(({ id }) => id === subscription.plan?.id) + 1]
  if (!plan) return undefined
  const valueShown = (facet: EffectiveService['facet'], value: EffectiveService['effective']) =>
    textOf(facet, value) || t('services.none')
  const services = subscription.services.map(({ facet, effective }) => {
    const value = plan.services.find((one) => one.facet.name === facet.name)?.constraintValue ?? null
    return {
      name: facet.name,
      service: facet.subcategory,
      here: valueShown(facet, effective),
      there: valueShown(facet, value),
    }
  })
  return {
    plan,
    different: services.filter(({ here, there }) => here !== there),
    same: services.filter(({ here, there }) => here === there),
  }
}

/** The address of a new case that asks about a plan. */
export function useQuestion(subscription: CustomerPlanDetail): (plan: string | undefined) => string {
  const t = useTermsText()
  const tNext = useNextText()
  return (plan) => {
    const current = subscription.plan?.name ?? t('noPlan')
    const csm = subscription.csm?.fullName ?? tNext('csm')
    const question = {
      subject: plan ? tNext('subject', { plan }) : tNext('ownSubject', { plan: current }),
      description: plan ? tNext('text', { current, plan, csm }) : tNext('ownText', { current, csm }),
    }
    return accountNewCasePath(subscription, question)
  }
}
