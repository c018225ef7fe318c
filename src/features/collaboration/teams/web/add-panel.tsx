import { Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type AdditionCheck, addMembers, checkMembers, listTeams, type Team } from '../contract.ts'
import { useText } from '../texts.ts'
import { roleName } from './member-rows.tsx'
import classes from './teams.module.css'

const PAUSE_MS = 300

/** Adds users by their addresses: found, unknown and not allowed ones are listed separately before anything is saved. */
export function AddPanel(props: {
  team: Team
  onFound: (foundUsers: AdditionCheck['found']) => void
  onClose: () => void
}) {
  const t = useText()
  const { team, onFound, onClose } = props
  const [text, setText] = useState('')
  const [additionCheck, setAdditionCheck] = useState<AdditionCheck>()
  const addresses = addressesIn(text).join(' ')
  useEffect(() => {
    let isCurrent = true
    const show = (result: AdditionCheck | undefined) => {
      if (!isCurrent) return
      setAdditionCheck(result)
      onFound(result?.found ?? [])
    }
    if (addresses === '') show(undefined)
    const timer = setTimeout(() => {
      if (addresses === '') return
      call(checkMembers, { body: { groupIds: [team.id], usernames: addresses.split(' ') } })
        .then(show)
        .catch(showError)
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [addresses, team.id, onFound])
  const add = useMutationOf(addMembers, {
    refreshes: [listTeams],
    onSuccess: ({ added }) => {
      toast({ title: t('added', { count: added.length }) })
      onClose()
    },
  })
  const foundUsers = additionCheck?.found ?? []
  return (
    <aside className={classes.panel} aria-label={t('add')}>
      <header className={classes.head}>
        <h2>{t('add')}</h2>
        <span className={classes.actions}>
          <IconButton aria-label={t('close')} onClick={onClose}>
            <IconX size={16} aria-hidden />
          </IconButton>
        </span>
      </header>
      <Textarea
        data-autofocus
        autoFocus
        autosize
        minRows={4}
        maxRows={12}
        label={t('paste')}
        description={t('pasteHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {addresses !== '' && !additionCheck && <p className={classes.note}>{t('checking')}</p>}
        {additionCheck && (
          <CheckResult checked={additionCheck} onMeant={(from, to) => setText(text.toLowerCase().replace(from, to))} />
        )}
      </div>
      <Button
        blocked={foundUsers.length === 0 ? t('notYet.users') : undefined}
        loading={add.isPending}
        onClick={() =>
          add.mutate({
            query: {},
            body: { groupIds: [team.id], usernames: foundUsers.map(({ username }) => username) },
          })
        }
      >
        {t('addCount', { count: foundUsers.length })}
      </Button>
    </aside>
  )
}

function CheckResult({ checked, onMeant }: { checked: AdditionCheck; onMeant: (from: string, to: string) => void }) {
  const t = useText()
  const { found: foundUsers, unknown: unknownNames, notAllowed, present } = checked
  return (
    <>
      {foundUsers.length > 0 && (
        <Part title={t('found', { count: foundUsers.length })} note={t('willBeAdded')}>
          {foundUsers.map(({ username, fullName, role }) => (
            <li key={username}>
              <span>{fullName}</span> <span className={classes.note}>{roleName(role)}</span>
            </li>
          ))}
        </Part>
      )}
      {unknownNames.length > 0 && (
        <Part title={t('unknown', { count: unknownNames.length })} note={t('noUser')}>
          {unknownNames.map(({ username, meant }) => (
            <li key={username}>
              <span className={classes.address}>{username}</span>
              {meant && (
                <Button variant="default" onClick={() => onMeant(username, meant.username)}>
                  {t('meant', { name: meant.fullName })}
                </Button>
              )}
            </li>
          ))}
        </Part>
      )}
      {notAllowed.length > 0 && (
        <Part title={t('notAllowed', { count: notAllowed.length })} note={t('cannotJoin')}>
          {notAllowed.map(({ username, reason }) => (
            <li key={username}>
              <span className={classes.address}>{username}</span>
              <span className={classes.note}>{t(`reason.${reason}`)}</span>
            </li>
          ))}
        </Part>
      )}
      {present.length > 0 && <p className={classes.note}>{t('present', { count: present.length })}</p>}
    </>
  )
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h3>
        {title} <span className={classes.note}>{note}</span>
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

/** The e-mail addresses in a pasted text, each once; names beside them are dropped. */
function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;<>"()]+/).filter((word) => word.includes('@'))
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, 500)
}
