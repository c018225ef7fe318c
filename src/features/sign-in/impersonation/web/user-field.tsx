import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useState } from 'react'
import { listUsers } from '#features/users/user-management/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { useText } from '../texts.ts'
import classes from './impersonate-dialog.module.css'
import type { ImpersonationTarget } from './impersonation-target.ts'

/** Finds a user by a part of their name or address. */
export function UserField({ onPick }: { onPick: (user: ImpersonationTarget) => void }) {
  const t = useText()
  const [words, setWords] = useState('')
  const combobox = useCombobox()
  const q = words.trim()
  const found = useQueryOf(
    listUsers,
    { query: { q, state: ['active'], size: 8 } },
    { enabled: q.length > 1, keep: true },
  )
  const users = q.length > 1 ? (found.data?._embedded.users ?? []) : []
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        const user = users.find((one) => one.id === id)
        if (user) onPick(user)
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
            {users.map((user) => (
              <Combobox.Option key={user.id} value={user.id} className={classes.option}>
                <Avatar name={user.fullName} size={24} />
                <span className={classes.name}>{user.fullName}</span>
                <span className={classes.under}>{user.username}</span>
              </Combobox.Option>
            ))}
            {users.length === 0 && <Combobox.Empty>{t('dialog.none')}</Combobox.Empty>}
          </Combobox.Options>
        </Combobox.Dropdown>
      )}
    </Combobox>
  )
}
