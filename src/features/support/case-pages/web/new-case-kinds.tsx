import { Select } from '#kit/web/form/select.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { type AccountChoice, useAccounts } from '#kit/web/who/account.tsx'
import { useText } from '../texts.ts'
import type { NewCaseKind } from './case-extensions.ts'
import classes from './new-case.module.css'

/** The kind of a new case: an ordinary case, service that is down, or the kinds of other features. */
export function NewCaseKinds(props: {
  kinds: readonly NewCaseKind[]
  chosen: string
  onChoose: (kind: string) => void
  /** With it the account is chosen here. */
  onPick?: (account: AccountChoice | null) => void
  account?: AccountChoice | null
}) {
  const t = useText()
  const accounts = useAccounts()
  const { kinds, chosen, onChoose, onPick, account } = props
  const other = kinds.find(({ id }) => id === chosen)
  return (
    <>
      <div>
        <div className={classes.label} id="new-case-kind">
          {t('new.kind')}
        </div>
        <SegmentedControl
          aria-labelledby="new-case-kind"
          value={chosen}
          onChange={onChoose}
          options={[
            { value: 'case', label: t('new.kinds.case') },
            ...kinds.map(({ id, label }) => ({ value: id, label: label() })),
            { value: 'down', label: t('new.kinds.down') },
          ]}
        />
        <p className={classes.hint}>
          {other ? other.hint() : t(chosen === 'down' ? 'new.kindHint.down' : 'new.kindHint.case')}
        </p>
      </div>
      {onPick && (
        <Select
          label={t('new.account')}
          placeholder={t('new.pickAccount')}
          required
          searchable
          data={accounts.map(({ id, displayName }) => ({ value: id, label: displayName }))}
          value={account?.id ?? null}
          onChange={(id) => onPick(accounts.find((one) => one.id === id) ?? null)}
        />
      )}
    </>
  )
}
