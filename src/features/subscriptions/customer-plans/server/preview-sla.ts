import { type SlaPlan, type SlaTarget, slaPlanNamed } from '#features/support/sla-clocks/contract.ts'
import type { PreviewedAccount } from '../contract.ts'

type Minutes = PreviewedAccount['slaTargets'][number]['before']

/** The targets that change when an account gets the plan with a name; the same rule as `followPlan`. */
export function changedTargets(
  targets: readonly SlaTarget[],
  { current, plan }: { current: SlaPlan; plan: string | null | undefined },
): PreviewedAccount['slaTargets'] {
  const next = slaPlanNamed(plan)
  if (!next || next === current) return []
  const of = (slaPlan: SlaPlan, priority: string) =>
    targets.find((target) => target.plan === slaPlan && target.priority === priority)
  return targets
    .filter((target) => target.plan === next)
    .flatMap((after) => {
      const before = of(current, after.priority)
      if (!before || isSameTarget(before, after)) return []
      return [{ priority: after.priority, before: minutesOf(before), after: minutesOf(after) }]
    })
}

function minutesOf({ firstResponse, nextUpdate, resolution, business }: SlaTarget): Minutes {
  return { firstResponse, nextUpdate, resolution, business }
}

function isSameTarget(one: SlaTarget, other: SlaTarget): boolean {
  return JSON.stringify(minutesOf(one)) === JSON.stringify(minutesOf(other))
}
