import { Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type Case, listAddressees, readCase, readCaseHistory, unwatchCase, watchCase } from '../contract.ts'
import classes from './add-person.module.css'
import { useText } from './text.ts'

/** Adds people of the account (for vendor staff, colleagues too) to the watchers of a case. */
export function AddPerson({ found }: { found: Case }) {
  const t = useText()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus>
      <Popover.Target>
        <IconButton
          variant="default"
          size={32}
          aria-label={t('action.add')}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconUserPlus size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('person.title')} className={classes.drop ?? ''}>
        <People found={found} />
      </Popover.Dropdown>
    </Popover>
  )
}

function People({ found }: { found: Case }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [q] = useDebouncedValue(words.trim(), 150)
  const answer = useQueryOf(listAddressees, { query: { account: found.account, ...(q ? { q } : {}) } }, { keep: true })
  const watching = new Set(found.watchers.map(({ username }) => username))
  const people = (answer.data?._embedded.addressees ?? []).filter(({ username }) => !watching.has(username))
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
      <ul className={classes.people}>
        {people.slice(0, 6).map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={classes.person}
              disabled={add.isPending}
              onClick={() =>
                add.mutate(
                  { query: { issueKey: found.key }, body: { username: person.username } },
                  {
                    onSuccess: () => void toast({ title: t('done.added', { name: person.fullName, key: found.key }) }),
                  },
                )
              }
            >
              <Avatar name={person.fullName} size={24} />
              <span className="el">{person.fullName}</span>
              <span className={classes.side}>{person.vendor ? t('person.vendor') : found.accountDisplayName}</span>
            </button>
          </li>
        ))}
      </ul>
      {answer.data && people.length === 0 && <p className={classes.none}>{t('person.none')}</p>}
      {found.watchers.length > 0 && (
        <>
          <p className={classes.title}>{t('person.watchers')}</p>
          <ul className={classes.people}>
            {found.watchers.map((person) => (
              <li key={person.id} className={classes.watcher}>
                <Avatar name={person.fullName} size={24} />
                <span className="el grow">{person.fullName}</span>
                <IconButton
                  size={24}
                  aria-label={t('person.remove', { name: person.fullName })}
                  onClick={() => remove.mutate({ query: { issueKey: found.key, username: person.username } })}
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
