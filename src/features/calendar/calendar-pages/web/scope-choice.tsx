import { SegmentedControl } from '#kit/web/look/segments.tsx'
import type { Scope } from '../../events/contract.ts'
import { useText } from '../texts.ts'

const scopes = ['THIS', 'FOLLOWING', 'ALL'] as const

/** What of a series is changed. */
export function ScopeChoice({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const t = useText()
  return (
    <SegmentedControl
      aria-label={t('form.scope')}
      value={value}
      onChange={onChange}
      options={scopes.map((scope) => ({ value: scope, label: t(`form.scope_${scope}`) }))}
    />
  )
}
