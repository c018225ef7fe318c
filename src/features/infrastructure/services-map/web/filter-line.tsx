import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { IconFilter, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useText } from '../texts.ts'
import { type Filter, isFiltering } from './filter.ts'
import classes from './services.module.css'

/** The filter: words, and two switches for what needs attention. */
export function FilterLine(props: {
  filter: Filter
  change: (parts: Record<string, string | undefined>) => void
  children: ReactNode
}) {
  const t = useText()
  const { filter, change, children } = props
  const [typed, setTyped] = useState(filter.q)
  const clear = () => {
    setTyped('')
    change({ q: undefined, behind: undefined, trouble: undefined, node: undefined })
  }
  return (
    <search className={classes.filter}>
      <TextInput
        aria-label={t('filter')}
        placeholder={t('filter')}
        leftSection={<IconFilter size={15} aria-hidden />}
        rightSection={
          isFiltering(filter) && (
            <IconButton size={24} aria-label={t('clear')} onClick={clear}>
              <IconX size={14} aria-hidden />
            </IconButton>
          )
        }
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          change({ q: value === '' ? undefined : value })
        }}
        onKeyDown={({ key }) => key === 'Escape' && clear()}
      />
      {(['behind', 'trouble'] as const).map((name) => {
        const isOn = name === 'behind' ? filter.isBehind : filter.isInTrouble
        return (
          <Button
            key={name}
            variant={isOn ? 'light' : 'default'}
            aria-pressed={isOn}
            onClick={() => change({ [name]: isOn ? undefined : 'true' })}
          >
            {t(name)}
          </Button>
        )
      })}
      {children}
    </search>
  )
}
