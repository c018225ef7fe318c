import type { Service } from '#features/subscriptions/plans/contract.ts'
import { valueText } from '#features/subscriptions/plans/web/index.ts'
import type { EffectiveService } from '../contract.ts'
import { useText } from '../texts.ts'

/** Writes a value of a service in words: yes and no, a number with its unit; empty where there is none. */
export function useValueText() {
  const t = useText()
  return (service: Pick<Service, 'valueType' | 'unit'>, value: EffectiveService['effective']): string =>
    value?.booleanValue === undefined ? valueText(service, value) : t(value.booleanValue ? 'yes' : 'no')
}
