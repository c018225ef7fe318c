import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { previewSubscriptions } from '../contract.ts'
import { useText } from './sheet-effect-text.ts'

type Change = {
  readonly plan: { readonly id: string }
  readonly service: { readonly name: string }
  readonly value: FacetValue | null
}

/** The accounts that changes of plans reach, and how many of them go over a limit; nothing is saved. */
export function PlanSheetEffect({ changes }: { changes: readonly Change[] }) {
  const t = useText()
  const cells = changes.map(({ plan: { id }, service: { name }, value }) => ({
    plan: { id },
    facet: { name },
    constraintValue: value && (value.isInfinity ? { isInfinity: true } : value),
  }))
  const { data, error } = useQueryOf(previewSubscriptions, { body: { cells } }, { keep: true })
  if (error) return <span>{t('unknown')}</span>
  if (!data) return null
  const accounts = data._embedded.accounts
  const over = accounts.filter(({ exceeded }) => exceeded.length > 0).length
  return (
    <span>
      {t('reach', { count: accounts.length })} {over > 0 ? t('over', { count: over }) : t('within')}
    </span>
  )
}
