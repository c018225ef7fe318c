import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { listUsers } from '#features/user-management/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import type { Asked } from './asked-person.ts'
import classes from './impersonate-dialog.module.css'
import { useText } from './text.ts'

/** Finds a person by a part of their name or address. */
export function PersonField({ onPick }: { onPick: (person: Asked) => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  const combobox = useCombobox()
  const q = words.trim()
  const found = useQueryOf(
    listUsers,
    { query: { q, state: ['active'], size: 8 } },
    { enabled: q.length > 1, keep: true },
  )
  const people = q.length > 1 ? (found.data?._embedded.users ?? []) : []
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        const person = people.find((one) => one.id === id)
        if (person) onPick(person)
      }}
    >
      <Combobox.Target>
        <TextInput
          data-autofocus
          label={t('dialog.person')}
          placeholder={t('dialog.search')}
          autoComplete="off"
          value={words}
          onFocus={() => combobox.openDropdown()}
          onChange={(event) => {
            setWords(event.currentTarget.value)
            combobox.openDropdown()
            combobox.selectFirstOption()
          }}
        />
      </Combobox.Target>
      {q.length > 1 && (
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t('dialog.person')}>
            {people.map((person) => (
              <Combobox.Option key={person.id} value={person.id} className={classes.option}>
                <Avatar name={person.fullName} size={24} />
                <span className={classes.name}>{person.fullName}</span>
                <span className={classes.under}>{person.username}</span>
              </Combobox.Option>
            ))}
            {people.length === 0 && <Combobox.Empty>{t('dialog.none')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
