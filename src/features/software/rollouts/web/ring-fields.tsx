import { TextInput } from '@mantine/core'
import type { DistributionGroup } from '#features/software/distribution-groups/contract.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconArrowUp, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import { type GateField, gateFields, gateNames, gateValue, type NewRing, soakMinutes } from './new-ring.ts'
import classes from './rollout.module.css'

const gateTexts = {
  daysWithoutOutage: 'new.days',
  maxOpenHighCases: 'new.cases',
  minDownloadedPercent: 'new.downloaded',
  minDeployedPercent: 'new.deployed',
} as const

/** The fields of one ring of a new rollout. */
export function RingFields(props: {
  ring: NewRing
  index: number
  groups: readonly DistributionGroup[]
  /** Errors are shown once the form was sent. */
  isTried: boolean
  error: string | undefined
  onChange: (ring: NewRing) => void
  onUp: (() => void) | undefined
  onRemove: (() => void) | undefined
}) {
  const t = useText()
  const { ring, index, groups, isTried, error, onChange, onUp, onRemove } = props
  const count = index + 1
  const chosenGroup = groups.find(({ id }) => id === ring.group)
  const setGate = (name: GateField, typedValue: string) =>
    onChange({ ...ring, gates: { ...ring.gates, [name]: typedValue } })
  return (
    <fieldset className={classes.newRing} aria-label={t('new.ring', { count })}>
      <header>
        <span className={classes.position}>{count}</span>
        <h3>{chosenGroup ? <span translate="no">{chosenGroup.name}</span> : t('new.ring', { count })}</h3>
        <span className={classes.end}>
          {onUp && (
            <IconButton aria-label={t('new.up', { count })} onClick={onUp}>
              <IconArrowUp size={16} aria-hidden />
            </IconButton>
          )}
          {onRemove && (
            <IconButton aria-label={t('new.remove', { count })} onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          )}
        </span>
      </header>
      <div className={classes.fields}>
        <Select
          required
          label={t('new.group')}
          description={chosenGroup ? t('new.groupHint', { count: chosenGroup.accounts.length }) : undefined}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={groups.map(({ id, name }) => ({ value: id, label: name }))}
          value={ring.group}
          error={error ?? (isTried && ring.group === null ? t('new.groupMissing') : undefined)}
          onChange={(group) => onChange({ ...ring, group })}
        />
        <TextInput
          required
          inputMode="decimal"
          label={t('new.soak')}
          description={t('new.soakHint')}
          value={ring.days}
          error={isTried && soakMinutes(ring.days) === undefined ? t('new.soakWrong') : undefined}
          onChange={(event) => onChange({ ...ring, days: event.currentTarget.value })}
        />
      </div>
      <div className={classes.fields}>
        {gateNames.map((name) => (
          <TextInput
            key={name}
            inputMode="numeric"
            label={t(gateTexts[name])}
            value={ring.gates[name]}
            error={
              isTried && gateValue(name, ring.gates[name]) === undefined
                ? t('new.wholeWrong', gateFields[name])
                : undefined
            }
            onChange={(event) => setGate(name, event.currentTarget.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}
