import { Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import {
  type Case,
  listAddressees,
  readCase,
  readCaseHistory,
  unwatchCase,
  watchCase,
} from '#features/support/cases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { IconSearch, IconUserPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import classes from './add-user.module.css'

/** The search of `AddUser` behind its button. */
export function AddUserPopover({ found }: { found: Case }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <IconButton
          variant="default"
          size={32}
          aria-label={t('action.add')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconUserPlus size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('person.title')} className={classes.drop ?? ''}>
        <Users found={found} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Users({ found }: { found: Case }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [q] = useDebouncedValue(words.trim(), 150)
  const result = useQueryOf(listAddressees, { query: { account: found.account, ...(q ? { q } : {}) } }, { keep: true })
  const watching = new Set(found.watchers.map(({ username }) => username))
  const users = (result.data?._embedded.addressees ?? []).filter(({ username }) => !watching.has(username))
  const refreshes = [readCase, readCaseHistory]
  const add = useMutationOf(watchCase, { refreshes })
  const remove = useMutationOf(unwatchCase, { refreshes })
  return (
    <>
      <TextInput
        data-autofocus
        aria-label={t('person.search')}
        placeholder={t('person.search')}
        leftSection={<IconSearch size={15} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <ul className={classes.users}>
        {users.slice(0, 6).map((user) => (
          <li key={user.id}>
            <button
              type="button"
              className={classes.user}
              disabled={add.isPending}
              onClick={() =>
                add.mutate(
                  { query: { issueKey: found.key }, body: { username: user.username } },
                  {
                    onSuccess: () => void toast({ title: t('done.added', { name: user.fullName, key: found.key }) }),
                  },
                )
              }
            >
              <Avatar name={user.fullName} size={24} />
              <span className="el">{user.fullName}</span>
              <span className={classes.side}>{user.vendor ? t('person.vendor') : found.accountDisplayName}</span>
            </button>
          </li>
        ))}
      </ul>
      {result.data && users.length === 0 && <p className={classes.none}>{t('person.none')}</p>}
      {found.watchers.length > 0 && (
        <>
          <p className={classes.title}>{t('person.watchers')}</p>
          <ul className={classes.users}>
            {found.watchers.map((user) => (
              <li key={user.id} className={classes.watcher}>
                <Avatar name={user.fullName} size={24} />
                <span className="el grow">{user.fullName}</span>
                <IconButton
                  size={24}
                  aria-label={t('person.remove', { name: user.fullName })}
                  onClick={() => remove.mutate({ query: { issueKey: found.key, username: user.username } })}
                >
                  <IconX size={14} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
